// What pages have to reach, and what kept them from it. Pure: knows reports, no browser and no shop.

const score = (category) => (lhr) => Math.round(lhr.categories[category].score * 100)
const measured = (audit) => (lhr) => lhr.audits[audit].numericValue

const plain = String
const seconds = (value) => `${(value / 1000).toFixed(2)} s`
const milliseconds = (value) => `${Math.round(value)} ms`

/** Of every page. */
export const CATEGORIES = ['accessibility', 'best-practices', 'seo']
const SCORES = CATEGORIES.map((category) => ({ name: category, of: score(category), least: 100, say: plain }))

/** Of the pages where visits begin, on a phone as Lighthouse simulates it. */
export const SPEED = [
  { name: 'performance', of: score('performance'), least: 95, say: plain },
  { name: 'LCP', of: measured('largest-contentful-paint'), most: 2200, say: seconds },
  { name: 'TBT', of: measured('total-blocking-time'), most: 100, say: milliseconds },
  { name: 'CLS', of: measured('cumulative-layout-shift'), most: 0.02, say: (value) => value.toFixed(3) },
  { name: 'weight', of: measured('total-byte-weight'), most: 350_000, say: (value) => `${Math.round(value / 1000)} kB` },
]
/** Of the same pages when the line really is that slow. */
export const SLOW = [{ name: 'LCP, slow line', of: measured('largest-contentful-paint'), most: 3000, say: seconds }]

export const COLUMNS = [...SCORES, ...SPEED, ...SLOW].map(({ name }) => name)

/** One report says what a page is like. */
export const scores = (lhr) => SCORES.map((gate) => figure(gate, gate.of(lhr)))

/** How fast it is takes several: one run may meet a busy moment. */
export const speeds = (gates, lhrs) => gates.map((gate) => figure(gate, median(lhrs.map(gate.of))))

function figure({ name, least = -Infinity, most = Infinity, say }, value) {
  return { name, text: say(value), isMet: value >= least && value <= most }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** The audits that cost a category its hundred, each with the places it points at. */
export function complaints(lhr, category) {
  return lhr.categories[category].auditRefs
    .map(({ id, weight }) => ({ weight, ...lhr.audits[id] }))
    .filter(({ weight, score }) => weight > 0 && score !== null && score < 1)
    .map(({ id, title, details }) => ({ id, title, places: (details?.items ?? []).slice(0, PLACES).map(place) }))
}

const PLACES = 4
const LONG = 180

function place(item) {
  const { node, source, url = item.sourceLocation?.url, description } = item
  const words = node?.snippet ?? [description, typeof source === 'string' ? source : undefined, url].filter(Boolean).join(' ')
  return (words || JSON.stringify(item)).replaceAll(/\s+/g, ' ').slice(0, LONG)
}
