// Searches logs, traces and metrics for a soak test's personal data.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { environment, outputFile } from './shop.mjs'

const PROGRAMS = ['auth', 'catalog', 'order', 'store', 'notification', 'seo', 'gateway', 'bank'].map((name) => `sovqat-${name}`)
const MAX_REPORTED = 5

/** A value may be escaped, and a number be written in another notation. */
function spellings({ kind, value }) {
  const escaped = [...value].map((letter) => (letter < '\x80' ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)).join('')
  const texts = [value, encodeURIComponent(value), escaped]
  if (kind === 'phone') texts.push(value.replace('+994', ''), `0${value.replace('+994', '')}`)
  if (kind === 'card') texts.push(value.replace(/(\d{4})(?=\d)/g, '$1 '))
  return [...new Set(texts)].map((text) => ({ kind, bytes: Buffer.from(text.toLowerCase()) }))
}

/** Changes ASCII letters in place. */
function lowerCase(bytes) {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] >= 65 && bytes[at] <= 90) bytes[at] += 32
  return bytes
}

async function search(name, stream, values) {
  const longest = Math.max(...values.map(({ bytes }) => bytes.length))
  const found = new Map()
  // A value may continue in the next part.
  let [overlap, size] = [Buffer.alloc(0), 0]
  for await (const part of stream) {
    const text = Buffer.concat([overlap, lowerCase(Buffer.from(part))])
    size += part.length
    for (const { kind, bytes } of values) {
      const at = text.indexOf(bytes)
      if (at >= 0 && !found.has(kind)) found.set(kind, text.subarray(Math.max(0, at - 160), at).toString().replace(/[^\x20-\x7e]+/g, ' '))
    }
    overlap = text.subarray(Math.max(0, text.length - longest))
  }
  return { size, faults: [...found].map(([kind, before]) => `${name} contains a ${kind}, after: …${before}`) }
}

/** Other lines are those of `cargo up` itself, with the bank's test card. */
async function* linesOfPrograms(log) {
  for await (const line of createInterface({ input: createReadStream(log) })) if (line.includes('│')) yield Buffer.from(`${line}\n`)
}

export async function findLeaks(secrets) {
  const values = secrets.filter(({ value }) => value).flatMap(spellings)
  const sources = []
  const log = outputFile()
  if (log) sources.push(['the log', linesOfPrograms(log)])
  for (const program of PROGRAMS) {
    const { ADMIN_LISTEN: address, OTLP_RECORDING: recording } = environment(program)
    sources.push([`the metrics of ${program}`, [Buffer.from(await (await fetch(`http://${address}/metrics`)).text())]])
    if (program === 'sovqat-order' && recording && existsSync(recording)) {
      if (statSync(recording).size === 0) throw new Error(`nothing was exported to ${recording}`)
      sources.push(['the exported traces, metrics or logs', createReadStream(recording)])
    }
  }
  const results = []
  for (const [name, stream] of sources) results.push({ name, ...(await search(name, stream, values)) })
  const searched = results.map(({ name, size }) => `${name} (${Math.ceil(size / 1024)} KiB)`).filter((text) => !text.includes('metrics of'))
  const faults = results.flatMap((result) => result.faults).slice(0, MAX_REPORTED)
  return { searched: [...searched, `the metrics of ${PROGRAMS.length} programs`], faults }
}
