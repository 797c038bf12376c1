-- Load for wrk. The argument after "--" is a file with one request per line: method, path, key, body, separated by
-- tabs. The requests are sent in this order, again and again.
local requests, sent = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, key, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = { ["X-API-Key"] = key }
    if body ~= "" then headers["Content-Type"] = "application/json" end
    requests[#requests + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
  end
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency, _)
  local errors = summary.errors
  local fields = {
    string.format('"requests":%d,"durationUs":%d', summary.requests, summary.duration),
    string.format('"refused":%d', errors.status),
    string.format('"broken":%d', errors.connect + errors.read + errors.write + errors.timeout),
    string.format('"p50Us":%d,"p90Us":%d,"p99Us":%d', latency:percentile(50), latency:percentile(90), latency:percentile(99)),
  }
  io.write("\nRESULT {" .. table.concat(fields, ",") .. "}\n")
end
