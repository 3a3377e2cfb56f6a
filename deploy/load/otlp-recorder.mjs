// Receives exports of traces, metrics and logs by OTLP (OpenTelemetry's protocol, over gRPC) and appends their bytes to a
// file, in which leaks.mjs looks for personal data.
//
//     node deploy/load/otlp-recorder.mjs FILE    prints its address when it is ready
//
// Texts in protobuf are plain UTF-8, so nothing needs to be decoded; exporters compress nothing by default.
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http2'

const [path] = process.argv.slice(2)
if (!path) throw new Error('usage: otlp-recorder.mjs FILE')
const file = createWriteStream(path)
/** An empty, uncompressed message: the successful response to any export. */
const EMPTY = Buffer.alloc(5)

const server = createServer()
server.on('stream', (stream) => {
  stream.on('data', (part) => file.write(part))
  stream.on('error', () => {})
  stream.on('end', () => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
    stream.end(EMPTY)
  })
})
server.on('sessionError', () => {})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
