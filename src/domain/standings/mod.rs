//! Standings (名次) from results.
