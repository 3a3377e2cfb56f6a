// Draws traces as text: one line for each call, with when it began, how long it took, and in which program. A call to
// another service is one line, although both sides have recorded a span.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** From this number on, neighbouring SQL statements share a line. */
const MANY_STATEMENTS = 3
const MAX_SQL_LENGTH = 58

const isStatement = ({ name }) => name.startsWith('sql ')
const shortName = (name) => name.replace(/^sovqat\.\w+\.v\d+\./, '')
const shorten = (line, length) => (line.length > length ? `${line.slice(0, length - 1)}…` : line)

/** Returns the traces to which the first one belongs: it, and all that have a span linked to one of them, oldest first. */
export function connectedTraces(spans, first) {
  const traces = new Set([first])
  for (let before = 0; before < traces.size; ) {
    before = traces.size
    for (const { trace, links } of spans) if (links.some((link) => traces.has(link.trace))) traces.add(trace)
  }
  const startOf = (trace) => Math.min(...spans.filter((span) => span.trace === trace).map(({ start }) => start))
  return [...traces].map((id) => ({ id, start: startOf(id) })).sort((a, b) => a.start - b.start)
}

/** Draws these traces. A trace whose calls are the same as those of an earlier one is drawn as its first line only. */
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

  /** Returns the lines of a span and those below it. `own` and `rest` are the branches before its line and the others. */
  function linesOf(span, own, rest, start) {
    const below_ = below(span)
    const [callee] = below_
    // Both sides of a call have the same name.
    const isCall = below_.length === 1 && callee.name === span.name && callee.service !== span.service
    const links = [...span.links, ...(isCall ? callee.links : [])]
    const line = {
      at: span.start - start,
      took: span.end - span.start,
      service: isCall ? `${span.service} → ${callee.service}` : span.service,
      call: `${own}${titleOf(span)}${linkText(links)}`,
    }
    const parts = grouped(isCall ? below(callee) : below_)
    const lower = parts.flatMap((part, n) => {
      const isLast = n === parts.length - 1
      const [nextOwn, nextRest] = [`${rest}${isLast ? '└─ ' : '├─ '}`, `${rest}${isLast ? '   ' : '│  '}`]
      return part.length === 1 ? linesOf(part[0], nextOwn, nextRest, start) : [statementsLine(part, nextOwn, start)]
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

/** Groups neighbouring statements, if they are many. */
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
