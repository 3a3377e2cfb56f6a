// Measures the latency of searches at a steady rate, with the time in queues.
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'

const [rate = '200', seconds = '20', base = 'http://127.0.0.1:8080'] = process.argv.slice(2)
if (!/^http:\/\/(127\.0\.0\.1|localhost):\d+$/.test(base)) throw new Error('only a shop on this machine can be measured')
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

const set = readFileSync(new URL('../../services/catalog/relevance/queries.jsonl', import.meta.url), 'utf8')
const queries = set.trim().split('\n').map((line) => JSON.parse(line))
/** Visitors get suggestions from the second letter on. */
const prefixes = queries.flatMap(({ language, query }) =>
  [...query].map((_, at) => ({ language, query: [...query].slice(0, at + 1).join('') })).filter(({ query }) => [...query.trim()].length >= 2),
)

const call = (path, language) =>
  new Promise((resolve, reject) => {
    const headers = { 'accept-language': language, 'accept-encoding': 'identity' }
    get(base + '/api/v1' + path, { agent, headers }, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(parts) }))
    }).on('error', reject)
  })
const json = async (path) => JSON.parse((await call(path, 'az')).body)

const slugs = (categories) => categories.flatMap(({ slug, children = [] }) => [slug, ...slugs(children)])
const categories = slugs((await json('/category/all/tree')).data)

// A prime step gives a fixed, mixed order.
const inMixedOrder = (list) => {
  let at = 0
  return () => list[(at = (at + 7919) % list.length)]
}
const [prefix, query, category] = [prefixes, queries, categories].map(inMixedOrder)
const kinds = {
  'suggestions': () => {
    const { language, query } = prefix()
    return [`/product/suggest?q=${encodeURIComponent(query)}`, language]
  },
  'searches with facets': () => {
    const search = query()
    return [`/product/all?search=${encodeURIComponent(search.query)}&facets=true`, search.language]
  },
  'category pages with facets': () => [`/product/all?category=${encodeURIComponent(category())}&facets=true`, 'az'],
}

for (const [what, next] of Object.entries(kinds)) {
  await runAtRate(next, 3, () => {})
  const times = []
  let failed = 0
  await runAtRate(next, Number(seconds), (took, status) => (status === 200 ? times.push(took) : failed++))
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1)
  console.log(`${what.padEnd(28)} ${rate}/s: ${times.length} succeeded, ${failed} failed; median ${at(0.5)} ms, 95 % ${at(0.95)}, 99 % ${at(0.99)}, longest ${at(1)}`)
}
agent.destroy()

async function runAtRate(next, seconds, record) {
  const startedAt = performance.now()
  const every = 1000 / Number(rate)
  const calls = []
  for (let n = 0; n * every < seconds * 1000; n++) {
    const due = startedAt + n * every
    const early = due - performance.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    const [path, language] = next()
    // Timers can be a millisecond late.
    const sent = Math.min(performance.now(), due + 1)
    calls.push(call(path, language).then(({ status }) => record(performance.now() - sent, status)))
  }
  await Promise.all(calls)
}
