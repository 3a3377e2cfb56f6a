// Reads a whole JetStream stream. See docs/EVENTS.md.
import { connect } from 'node:net'

const SILENCE_TIMEOUT_MS = 60_000
const INBOX_PREFIX = 'kill-soak'

function parseHeaders(head) {
  const lines = head.split('\r\n').slice(1).filter(Boolean)
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]))
}

export function readStream(port, stream) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const finish = (settle, value) => {
      socket.destroy()
      settle(value)
    }
    socket.setTimeout(SILENCE_TIMEOUT_MS, () => finish(reject, new Error(`NATS sends no more of ${stream}`)))
    socket.on('error', (error) => finish(reject, error))
    const publish = (subject, reply, body) => socket.write(`PUB ${subject} ${reply} ${Buffer.byteLength(body)}\r\n${body}\r\n`)
    const config = { deliver_subject: `${INBOX_PREFIX}.messages`, deliver_policy: 'all', ack_policy: 'none', replay_policy: 'instant' }
    socket.on('connect', () => {
      // A wildcard does not count as interest in the consumer's messages.
      socket.write(`CONNECT {"verbose":false,"headers":true}\r\nSUB ${INBOX_PREFIX}.created 1\r\nSUB ${INBOX_PREFIX}.messages 2\r\n`)
      publish(`$JS.API.CONSUMER.CREATE.${stream}`, `${INBOX_PREFIX}.created`, JSON.stringify({ stream_name: stream, config }))
    })
    const messages = []
    /** The response to the consumer's creation has no reply subject. */
    const handle = (subject, reply, head, body) => {
      if (reply === undefined) {
        const { error, num_pending: pending } = JSON.parse(body)
        if (error?.code === 404 || pending === 0) finish(resolve, [])
        else if (error) finish(reject, new Error(`${stream}: ${error.description}`))
        return
      }
      // $JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>.<number>.<time>.<pending>
      const parts = reply.split('.')
      messages.push({ sequence: Number(parts[5]), subject, headers: parseHeaders(head), body: body.toString() })
      if (Number(parts[8]) === 0) finish(resolve, messages)
    }
    let unread = Buffer.alloc(0)
    socket.on('data', (part) => {
      unread = Buffer.concat([unread, part])
      for (let end; (end = unread.indexOf('\r\n')) >= 0; ) {
        const [verb, ...words] = unread.toString('utf8', 0, end).split(' ')
        if (verb !== 'MSG' && verb !== 'HMSG') {
          if (verb === 'PING') socket.write('PONG\r\n')
          if (verb === '-ERR') return finish(reject, new Error(words.join(' ')))
          unread = unread.subarray(end + 2)
          continue
        }
        // `MSG subject sid [reply] size` or `HMSG subject sid [reply] head-size size`, then the content.
        const size = Number(words.at(-1))
        if (unread.length < end + 2 + size + 2) return
        const headSize = verb === 'HMSG' ? Number(words.at(-2)) : 0
        const content = unread.subarray(end + 2, end + 2 + size)
        unread = unread.subarray(end + 2 + size + 2)
        const reply = words.length === (verb === 'HMSG' ? 5 : 4) ? words[2] : undefined
        handle(words[0], reply, content.toString('utf8', 0, headSize), content.subarray(headSize))
      }
    })
  })
}
