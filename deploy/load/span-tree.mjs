// Draws traces as trees of text for trace.mjs.
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const MANY_STATEMENTS = 3
const MAX_SQL_LENGTH = 58

const isStatement = ({ name }) => name.startsWith('sql ')
const shortName = (name) => name.replace(/^sovqat\.\w+\.v\d+\./, '')
const shorten = (line, length) => (line.length > length ? `${line.slice(0, length - 1)}…` : line)

/** Returns `first` and all traces that links connect with it, oldest first. */
export function connectedTraces(spans, first) {
  const traces = new Set([first])
  for (let before = 0; before < traces.size; ) {
    before = traces.size
    for (const { trace, links } of spans) if (links.some((link) => traces.has(link.trace))) traces.add(trace)
  }
  const startOf = (trace) => Math.min(...spans.filter((span) => span.trace === trace).map(({ start }) => start))
  return [...traces].map((id) => ({ id, start: startOf(id) })).sort((a, b) => a.start - b.start)
}

/** A trace with the same calls as an earlier one is abbreviated. */
export function draw(spans, traces) {
  const letters = new Map(traces.map(({ id }, n) => [id, LETTERS[n] ?? `T${n + 1}`]))
  const byId = new Map(spans.map((span) => [span.id, span]))
  const children = new Map()
  for (const span of spans) children.set(span.parent, [...(children.get(span.parent) ?? []), span])
  const below = (span) => (children.get(span.id) ?? []).toSorted((a, b) => a.start - b.start)
  const drawn = new Map()
  const lines = []

  for (const { id, start } of traces) {
    const ofTrace = spans.filter(({ trace }) => trace === id)
    const roots = ofTrace.filter(({ parent }) => !byId.has(parent)).toSorted((a, b) => a.start - b.start)
    const tree = roots.flatMap((root) => linesOf(root, '', '', start))
    const calls = tree.map(({ call }) => call).join('\n')
    const after = ((start - traces[0].start) / 1000).toFixed(3)
    lines.push('', `Trace ${letters.get(id)} (${id}), ${after} s after the click`)
    const twin = drawn.get(calls)
    if (twin) lines.push(...tree.slice(0, 1).map(toText), `${' '.repeat(20)}… and the same calls as in trace ${letters.get(twin)}`)
    else lines.push(...tree.map(toText))
    if (!twin) drawn.set(calls, id)
  }
  return lines.slice(1)

  /** `own` is the branch before the span's line, `indent` the one before the lines below. */
  function linesOf(span, own, indent, start) {
    const childSpans = below(span)
    const [callee] = childSpans
    // The spans of both sides of a call have the same name.
    const isCall = childSpans.length === 1 && callee.name === span.name && callee.service !== span.service
    const links = [...span.links, ...(isCall ? callee.links : [])]
    const line = {
      at: span.start - start,
      took: span.end - span.start,
      service: isCall ? `${span.service} → ${callee.service}` : span.service,
      call: `${own}${titleOf(span)}${linkText(links)}`,
    }
    const parts = grouped(isCall ? below(callee) : childSpans)
    const lower = parts.flatMap((part, n) => {
      const isLast = n === parts.length - 1
      const [nextOwn, nextIndent] = [`${indent}${isLast ? '└─ ' : '├─ '}`, `${indent}${isLast ? '   ' : '│  '}`]
      return part.length === 1 ? linesOf(part[0], nextOwn, nextIndent, start) : [statementsLine(part, nextOwn, start)]
    })
    return [line, ...lower]
  }

  function linkText(links) {
    const known = links.filter(({ trace }) => letters.has(trace)).map(({ trace, id }) => `${shortName(byId.get(id)?.name ?? 'a span')} in ${letters.get(trace)}`)
    const others = links.length - known.length
    if (others > 0) known.push(`${others} other`)
    return known.length > 0 ? `  ⇠ linked to ${[...new Set(known)].join(', ')}` : ''
  }
}

function titleOf({ name, attributes }) {
  if (name.startsWith('sql ')) return `sql: ${shorten(attributes['db.query.text'] ?? name.slice(4), MAX_SQL_LENGTH)}`
  const details = [
    attributes['url.path'],
    attributes['http.response.status_code'],
    attributes.channel,
    attributes.carrier,
    attributes.outcome,
    attributes.feed && `${attributes.kind} of ${attributes.feed}`,
    attributes['rpc.response.status_code'] !== 'OK' && attributes['rpc.response.status_code'],
  ]
  return [shortName(name), ...details.filter(Boolean)].join(' ')
}

function grouped(spans) {
  const runs = []
  for (const span of spans) {
    const run = runs.at(-1)
    if (run && isStatement(span) && isStatement(run[0])) run.push(span)
    else runs.push([span])
  }
  return runs.flatMap((run) => (run.length < MANY_STATEMENTS ? run.map((span) => [span]) : [run]))
}

function statementsLine(statements, own, start) {
  const counts = new Map()
  for (const { name } of statements) counts.set(name.slice(4), (counts.get(name.slice(4)) ?? 0) + 1)
  const verbs = [...counts].map(([verb, count]) => (count > 1 ? `${count} × ${verb}` : verb))
  return {
    at: statements[0].start - start,
    took: statements.reduce((sum, span) => sum + span.end - span.start, 0),
    service: statements[0].service,
    call: `${own}sql: ${verbs.join(', ')}`,
  }
}

const toText = ({ at, took, service, call }) => `${at.toFixed(1).padStart(8)} ${took.toFixed(1).padStart(7)} ms  ${service.padEnd(21)} ${call}`.trimEnd()
