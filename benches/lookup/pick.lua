-- Asks for the addresses of a file, each once in a random order before any is asked for again.
-- Arguments after `--`: the file, and the value of the Accept header.
local requests, at = {}, 0
local threads = 0

function setup(thread)
  thread:set("seed", threads)
  threads = threads + 1
end

function init(args)
  math.randomseed(20261201 + seed)
  for line in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", line, { ["Accept"] = args[2] })
  end
  for i = #requests, 2, -1 do
    local j = math.random(i)
    requests[i], requests[j] = requests[j], requests[i]
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("measured %d %d %d %d %d\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
