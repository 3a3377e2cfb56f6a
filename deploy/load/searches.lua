-- The relevance set's searches, one after the other, for wrk; see searches.sh.
local function encoded(text)
  return (text:gsub("[^%w]", function(byte) return string.format("%%%02X", byte:byte()) end))
end

local paths, at = {}, 0
for line in io.lines(os.getenv("QUERIES")) do
  local language, query = line:match('"language":"(%a+)"'), line:match('"query":"(.-)","meant"')
  if query and not query:find("\\") then
    paths[#paths + 1] = { path = "/api/v1/product/all?search=" .. encoded(query), language = language }
  end
end

function request()
  at = at % #paths + 1
  return wrk.format("GET", paths[at].path, { ["Accept-Language"] = paths[at].language })
end
