import { describe, expect, it } from 'vitest'
import { CATEGORIES, complaints, type Report, scores, SPEED, speeds } from './gates.mjs'

const perfect = { score: 1, auditRefs: [{ id: 'names', weight: 7 }] }
/** Returns a report with perfect scores, except for one category. */
const page = (category: string, score: number, audits: Report['audits'] = {}): Report => ({
  categories: { ...Object.fromEntries(CATEGORIES.map((name) => [name, perfect])), [category]: { ...perfect, score } },
  audits,
})
const missed = (figures: { name: string; isMet: boolean }[]) => figures.filter(({ isMet }) => !isMet).map(({ name }) => name)

describe('a page', () => {
  it('passes only with a score of 100 in every category', () => {
    expect(missed(scores(page('seo', 1)))).toEqual([])
    expect(missed(scores(page('seo', 0.99)))).toEqual(['seo'])
    expect(missed(scores(page('accessibility', 0.5)))).toEqual(['accessibility'])
  })

  it('lists the audits that lowered a score, with their elements', () => {
    const names = { id: 'names', title: 'Buttons have no name', score: 0 }
    const complaintsAbout = (items: object[]) => complaints(page('seo', 0.5, { names: { ...names, details: { items } } }), 'seo')
    expect(complaintsAbout([{ node: { snippet: '<button\n  class="x">' } }])).toEqual([
      { id: 'names', title: 'Buttons have no name', places: ['<button class="x">'] },
    ])
    expect(complaintsAbout([{ description: '404', source: 'network', sourceLocation: { url: '/x' } }, { a: 1 }])[0]?.places).toEqual([
      '404 network /x',
      '{"a":1}',
    ])
  })

  it('lists no audits that pass, do not apply or do not count', () => {
    const audit = (score: number | null, weight = 1) => {
      const report = page('seo', 0.5, { names: { id: 'names', title: '', score } })
      report.categories.seo = { score: 0.5, auditRefs: [{ id: 'names', weight }] }
      return complaints(report, 'seo')
    }
    expect([audit(1), audit(null), audit(0, 0)]).toEqual([[], [], []])
    expect(audit(0)).toHaveLength(1)
  })
})

describe('the speed of a page', () => {
  const run = (performance: number, lcp: number): Report =>
    page('performance', performance, {
      'largest-contentful-paint': timed(lcp),
      'total-blocking-time': timed(100),
      'cumulative-layout-shift': timed(0.02),
      'total-byte-weight': timed(350_000),
    })
  const timed = (numericValue: number) => ({ id: '', title: '', score: 1, numericValue })

  it('is the median of its runs, not the worst', () => {
    // The medians are exactly the thresholds.
    const runs = [run(0.5, 9000), run(0.95, 2200), run(0.99, 1900), run(0.96, 2100), run(0.4, 9000)]
    expect(missed(speeds(SPEED, runs))).toEqual([])
    expect(speeds(SPEED, runs).map(({ text }) => text)).toEqual(['95', '2.20 s', '100 ms', '0.020', '350 kB'])
  })

  it('fails for each missed threshold separately', () => {
    const slow = run(0.94, 2201)
    expect(missed(speeds(SPEED, [slow]))).toEqual(['performance', 'LCP'])
  })
})
