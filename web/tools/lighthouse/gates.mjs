// The thresholds ("gates") that pages must meet, and the audits that a page failed, calculated from the reports of Lighthouse.
// Abbreviations of Lighthouse: LCP is the time until the largest element is painted, TBT the time in which long tasks block the page, and
// CLS how much the layout shifts. `lhr` (Lighthouse result) is the report about one page.

const score = (category) => (lhr) => Math.round(lhr.categories[category].score * 100)
const measured = (audit) => (lhr) => lhr.audits[audit].numericValue

const plain = String
const seconds = (value) => `${(value / 1000).toFixed(2)} s`
const milliseconds = (value) => `${Math.round(value)} ms`

/** Categories that apply to every page. */
export const CATEGORIES = ['accessibility', 'best-practices', 'seo']
const SCORES = CATEGORIES.map((category) => ({ name: category, read: score(category), min: 100, format: plain }))

/** Thresholds for the pages on which most visits begin, on Lighthouse's simulated phone. Times are in milliseconds, weight in bytes. */
export const SPEED = [
  { name: 'performance', read: score('performance'), min: 95, format: plain },
  { name: 'LCP', read: measured('largest-contentful-paint'), max: 2200, format: seconds },
  { name: 'TBT', read: measured('total-blocking-time'), max: 100, format: milliseconds },
  { name: 'CLS', read: measured('cumulative-layout-shift'), max: 0.02, format: (value) => value.toFixed(3) },
  { name: 'weight', read: measured('total-byte-weight'), max: 350_000, format: (value) => `${Math.round(value / 1000)} kB` },
]
/** Thresholds for the same pages on a throttled connection. */
export const SLOW = [{ name: 'LCP, slow line', read: measured('largest-contentful-paint'), max: 3000, format: seconds }]

export const COLUMNS = [...SCORES, ...SPEED, ...SLOW].map(({ name }) => name)

export const scores = (lhr) => SCORES.map((gate) => figure(gate, gate.read(lhr)))

/** Returns the figures of the speed. Each is the median of several runs, because a single run may hit a busy moment. */
export const speeds = (gates, lhrs) => gates.map((gate) => figure(gate, median(lhrs.map(gate.read))))

function figure({ name, min = -Infinity, max = Infinity, format }, value) {
  return { name, text: format(value), isMet: value >= min && value <= max }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Returns the audits that lowered the score of a category, each with the elements that it complains about. */
export function complaints(lhr, category) {
  return lhr.categories[category].auditRefs
    .map(({ id, weight }) => ({ weight, ...lhr.audits[id] }))
    .filter(({ weight, score }) => weight > 0 && score !== null && score < 1)
    .map(({ id, title, details }) => ({ id, title, places: (details?.items ?? []).slice(0, MAX_PLACES).map(place) }))
}

const MAX_PLACES = 4
const MAX_TEXT_LENGTH = 180

/** Describes an element or source of an audit as one short line. */
function place(item) {
  const { node, source, url = item.sourceLocation?.url, description } = item
  const text = node?.snippet ?? [description, typeof source === 'string' ? source : undefined, url].filter(Boolean).join(' ')
  return (text || JSON.stringify(item)).replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT_LENGTH)
}
