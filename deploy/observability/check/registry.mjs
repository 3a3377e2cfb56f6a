// Compares the exported metrics with the registry of metrics.
import { readFileSync } from 'node:fs'

/** Prometheus adds these to a metric's labels and name. */
const ADDED_LABELS = ['le']
const SUFFIXES = ['_bucket', '_sum', '_count']

/** Parses name and labels of each sample. */
function samples(text) {
  return text.split('\n').flatMap((line) => {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? /.exec(line)
    if (!match) return []
    const labels = [...(match[2] ?? '').matchAll(/([a-zA-Z_]\w*)="(?:[^"\\]|\\.)*"/g)].map(([, name]) => name)
    return [{ name: match[1], labels: labels.filter((label) => !ADDED_LABELS.includes(label)) }]
  })
}

export async function metricDifferences(jobs, file) {
  const registry = new Map(JSON.parse(readFileSync(file, 'utf8')).map((metric) => [metric.prometheus, metric]))
  /** The first difference of each name. */
  const found = new Map()
  const add = (name, text) => found.has(name) || found.set(name, text)
  for (const [job, address] of jobs) {
    for (const { name, labels } of samples(await (await fetch(`http://${address}/metrics`)).text())) {
      const suffix = SUFFIXES.find((suffix) => name.endsWith(suffix) && registry.has(name.slice(0, -suffix.length)))
      const metric = registry.get(suffix ? name.slice(0, -suffix.length) : name)
      if (!metric) add(name, `${job} exports ${name}, which is not in the registry`)
      else if (labels.toSorted().join() !== metric.labels.toSorted().join())
        add(name, `${job} exports ${name} with the labels ${labels.join(', ') || 'none'}, not ${metric.labels.join(', ') || 'none'}`)
    }
  }
  return [...found.values()]
}
