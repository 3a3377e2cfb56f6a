// The thresholds ("gates") that pages must meet. `lhr` (Lighthouse result) is the report about one page.

const score = (category) => (lhr) => Math.round(lhr.categories[category].score * 100)
const measured = (audit) => (lhr) => lhr.audits[audit].numericValue

const plain = String
const seconds = (value) => `${(value / 1000).toFixed(2)} s`
const milliseconds = (value) => `${Math.round(value)} ms`

export const CATEGORIES = ['accessibility', 'best-practices', 'seo']
const SCORES = CATEGORIES.map((category) => ({ name: category, read: score(category), min: 100, format: plain }))

/** On Lighthouse's simulated phone, in milliseconds and bytes. */
export const SPEED = [
  { name: 'performance', read: score('performance'), min: 95, format: plain },
  { name: 'LCP', read: measured('largest-contentful-paint'), max: 2200, format: seconds },
  { name: 'TBT', read: measured('total-blocking-time'), max: 100, format: milliseconds },
  { name: 'CLS', read: measured('cumulative-layout-shift'), max: 0.02, format: (value) => value.toFixed(3) },
  { name: 'weight', read: measured('total-byte-weight'), max: 350_000, format: (value) => `${Math.round(value / 1000)} kB` },
]
/** On a throttled connection. */
export const SLOW = [{ name: 'LCP, slow line', read: measured('largest-contentful-paint'), max: 3000, format: seconds }]

export const COLUMNS = [...SCORES, ...SPEED, ...SLOW].map(({ name }) => name)

export const scores = (lhr) => SCORES.map((gate) => figure(gate, gate.read(lhr)))

/** The median of several runs, because a single run may hit a busy moment. */
export const speeds = (gates, lhrs) => gates.map((gate) => figure(gate, median(lhrs.map(gate.read))))

function figure({ name, min = -Infinity, max = Infinity, format }, value) {
  return { name, text: format(value), isMet: value >= min && value <= max }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Returns the audits that lowered a score, with the elements that they complain about. */
export function complaints(lhr, category) {
  return lhr.categories[category].auditRefs
    .map(({ id, weight }) => ({ weight, ...lhr.audits[id] }))
    .filter(({ weight, score }) => weight > 0 && score !== null && score < 1)
    .map(({ id, title, details }) => ({ id, title, places: (details?.items ?? []).slice(0, MAX_PLACES).map(place) }))
}

const MAX_PLACES = 4
const MAX_TEXT_LENGTH = 180

function place(item) {
  const { node, source, url = item.sourceLocation?.url, description } = item
  const text = node?.snippet ?? [description, typeof source === 'string' ? source : undefined, url].filter(Boolean).join(' ')
  return (text || JSON.stringify(item)).replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT_LENGTH)
}
