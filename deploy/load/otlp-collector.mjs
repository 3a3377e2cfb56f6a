// A small collector of traces. Field numbers are from opentelemetry/proto/trace/v1/trace.proto.
import { createServer } from 'node:http2'

/** Exports of metrics and logs are dropped. */
const TRACES_METHOD = '/opentelemetry.proto.collector.trace.v1.TraceService/Export'
const EMPTY_MESSAGE = Buffer.alloc(5)
/** A gRPC message begins with a byte for compression and four for the length. */
const PREFIX_LENGTH = 5

export async function startCollector(port) {
  const spans = []
  const server = createServer()
  server.on('stream', (stream, headers) => {
    const parts = []
    stream.on('data', (part) => parts.push(part))
    stream.on('error', () => {})
    stream.on('end', () => {
      if (headers[':path'] === TRACES_METHOD) for (const message of messages(Buffer.concat(parts))) spans.push(...spansOf(message))
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
      stream.end(EMPTY_MESSAGE)
    })
  })
  const sessions = new Set()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  server.on('sessionError', () => {})
  await new Promise((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', done))
  const stop = () => {
    server.close()
    for (const session of sessions) session.destroy()
  }
  return { spans, stop }
}

function* messages(body) {
  for (let at = 0; at + PREFIX_LENGTH <= body.length; ) {
    if (body[at] !== 0) throw new Error('compressed exports cannot be read: unset OTEL_EXPORTER_OTLP_COMPRESSION')
    const end = at + PREFIX_LENGTH + body.readUInt32BE(at + 1)
    yield body.subarray(at + PREFIX_LENGTH, end)
    at = end
  }
}

/** Parses a protobuf message. The returned functions get values by field number. */
function read(bytes) {
  const fields = new Map()
  let at = 0
  const varint = () => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const [number, type] = [tag >> 3, tag & 7]
    let value
    if (type === 0) value = varint()
    else if (type === 1) value = bytes.readBigUInt64LE((at += 8) - 8)
    else if (type === 5) value = bytes.readUInt32LE((at += 4) - 4)
    else if (type === 2) {
      const length = Number(varint())
      value = bytes.subarray(at, (at += length))
    } else throw new Error(`unknown protobuf wire type ${type}`)
    fields.set(number, [...(fields.get(number) ?? []), value])
  }
  const all = (number) => fields.get(number) ?? []
  return { all, one: (number) => all(number)[0], messages: (number) => all(number).map(read) }
}

const text = (bytes) => bytes?.toString('utf8') ?? ''
const hex = (bytes) => bytes?.toString('hex') ?? ''
const milliseconds = (nanoseconds) => Number(nanoseconds ?? 0n) / 1e6

function valueOf(value) {
  if (value?.one(1)) return text(value.one(1))
  const integer = value?.one(3)
  return integer === undefined ? undefined : Number(BigInt.asIntN(64, integer))
}

/** Leaves out other values than texts and integers. */
function attributesOf(pairs) {
  const entries = pairs.map((pair) => [text(pair.one(1)), valueOf(pair.messages(2)[0])])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function spansOf(message) {
  return read(message).messages(1).flatMap((resourceSpans) => {
    const [resource] = resourceSpans.messages(1)
    const program = attributesOf(resource?.messages(1) ?? [])
    const service = String(program['service.name'] ?? '').replace(/^sovqat-/, '')
    return resourceSpans.messages(2).flatMap((scope) => scope.messages(2)).map((span) => ({
      service,
      version: program['service.version'],
      trace: hex(span.one(1)),
      id: hex(span.one(2)),
      parent: hex(span.one(4)),
      name: text(span.one(5)),
      start: milliseconds(span.one(7)),
      end: milliseconds(span.one(8)),
      attributes: attributesOf(span.messages(9)),
      links: span.messages(13).map((link) => ({ trace: hex(link.one(1)), id: hex(link.one(2)) })),
    }))
  })
}
