//! The document of all codes, written from the registry and the catalogue.
