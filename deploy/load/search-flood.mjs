// Measures searches with facets per second. Needs `wrk`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [seconds = '10', concurrency = '32', base = 'http://127.0.0.1:8080'] = process.argv.slice(2)
if (!/^http:\/\/(127\.0\.0\.1|localhost):\d+$/.test(base)) throw new Error('only a shop on this machine can be measured')

const set = readFileSync(new URL('../../services/catalog/relevance/queries.jsonl', import.meta.url), 'utf8')
const calls = set.trim().split('\n').map((line) => {
  const { language, query } = JSON.parse(line)
  return `wrk.format("GET", "/api/v1/product/all?search=${encodeURIComponent(query)}&facets=true", { ["Accept-Language"] = "${language}" })`
})
// Encoded text cannot end a Lua string.
const script = `
local calls
local at = 0
init = function() calls = {\n${calls.join(',\n')}\n} end
request = function()
  -- The prime step visits all requests in a fixed, mixed order.
  at = (at + 7919) % #calls
  return calls[at + 1]
end`

const folder = mkdtempSync(join(tmpdir(), 'search-flood-'))
try {
  writeFileSync(join(folder, 'calls.lua'), script)
  const run = (seconds) =>
    execFileSync('wrk', ['-t1', `-c${concurrency}`, `-d${seconds}s`, '--latency', '-s', join(folder, 'calls.lua'), base]).toString()
  run(2)
  console.log(run(seconds).split('\n').filter((line) => /Requests\/sec|50%|99%|Non-2xx|Socket errors/.test(line)).join('\n'))
} finally {
  rmSync(folder, { recursive: true })
}
