-- Load for wrk. Arguments after "--":
--   REQUESTS  a file with one request per line: method, path, key, headers, body, separated by tabs; sent repeatedly.
--             headers are NAME=VALUE, separated by the byte 31
--   EXPECT    "" checks nothing (wrk itself still counts the statuses over 399), "status:TEXT" requires that status and
--             that text in every body, "status@FILE" requires that status and a body that is one of the lines of the file
--   WAIT      "wait" reports on its output that the requests are read, and starts when its input ends; "" starts at once
local requests, sent = {}, 0
local thread_of_load
wrong, wrong_example = 0, ""

function setup(thread)
  thread_of_load = thread
end

function init(args)
  for line in io.lines(args[1]) do
    local method, path, key, fields, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = { ["X-API-Key"] = key ~= "" and key or nil }
    if body ~= "" then headers["Content-Type"] = "application/json" end
    for name, value in fields:gmatch("([^=\31]+)=([^\31]*)") do headers[name] = value end
    requests[#requests + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
  end
  if (args[2] or "") ~= "" then check_answers(args[2]) end
  if args[3] == "wait" then
    io.write("READY\n")
    io.flush()
    io.read()
  end
end

function request()
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

-- wrk passes answers to Lua only if `response` is defined, which costs about as much as the request itself.
function check_answers(expect)
  local wanted_status, kind, rest = expect:match("^(%d+)([:@])(.*)$")
  wanted_status = tonumber(wanted_status)
  local bodies = {}
  if kind == "@" then
    for line in io.lines(rest) do bodies[line] = true end
  end
  function response(status, _, body)
    local right = status == wanted_status
    if kind == "@" then right = right and bodies[body] else right = right and body:find(rest, 1, true) end
    if not right then
      wrong = wrong + 1
      if wrong == 1 then wrong_example = status .. " " .. body:sub(1, 300) end
    end
  end
end

function done(summary, latency, _)
  local fields = {
    string.format('"requests":%d,"durationUs":%d,"bytes":%d', summary.requests, summary.duration, summary.bytes),
    string.format('"statusOver399":%d', summary.errors.status),
    string.format('"socketErrors":%d', summary.errors.connect + summary.errors.read + summary.errors.write),
    string.format('"timeouts":%d', summary.errors.timeout),
    string.format('"p50Us":%d,"p90Us":%d', latency:percentile(50), latency:percentile(90)),
    string.format('"p99Us":%d,"maxUs":%d', latency:percentile(99), latency.max),
    string.format('"wrong":%d', thread_of_load:get("wrong")),
    string.format('"wrongExample":"%s"', (thread_of_load:get("wrong_example"):gsub('[%c"\\]', "'"))),
  }
  io.write("\nRESULT {" .. table.concat(fields, ",") .. "}\n")
end
