-- One request again and again, which wrk sends without asking this script.

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("measured %d %d %d %d %d\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
