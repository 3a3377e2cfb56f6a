// Appends OTLP exports to a file for leaks.mjs. Texts in protobuf are plain UTF-8, so nothing is decoded.
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http2'

const [path] = process.argv.slice(2)
if (!path) throw new Error('usage: otlp-recorder.mjs FILE')
const file = createWriteStream(path)
const EMPTY_MESSAGE = Buffer.alloc(5)

const server = createServer()
server.on('stream', (stream) => {
  stream.on('data', (part) => file.write(part))
  stream.on('error', () => {})
  stream.on('end', () => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
    stream.end(EMPTY_MESSAGE)
  })
})
server.on('sessionError', () => {})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
