// A small PostgreSQL client with the simple query protocol.
import { connect } from 'node:net'

const PROTOCOL_VERSION = 3 << 16

/** Statements run one after another. Columns of a row are joined by `|`. */
export function connectTo(url) {
  const { hostname, port, username, password, pathname } = new URL(url)
  const socket = connect(Number(port || 5432), hostname)
  let received = Buffer.alloc(0)
  let current
  // Ends when all statements so far have ended. At first, waits for the sign-in.
  let queue = new Promise((resolve, reject) => (current = { resolve, reject }))
  let [rows, failure] = [[], undefined]

  /** The protocol ends texts with a zero byte. */
  const text = (value) => Buffer.from(`${value}\0`)
  function send(kind, content) {
    const head = Buffer.alloc(kind.length + 4)
    head.write(kind)
    head.writeInt32BE(content.length + 4, kind.length)
    socket.write(Buffer.concat([head, content]))
  }

  function endStatement() {
    if (failure) current.reject(failure)
    else current.resolve(rows)
    rows = []
    failure = undefined
  }

  /** The body has the number of columns, and for each its length and text. */
  function row(body) {
    const columns = []
    for (let at = 2; columns.length < body.readInt16BE(0); ) {
      const length = body.readInt32BE(at)
      columns.push(length < 0 ? '' : body.toString('utf8', at + 4, at + 4 + length))
      at += 4 + Math.max(0, length)
    }
    rows.push(columns.join('|'))
  }

  // Message types: R authentication, D row, E error, Z ready for the next statement.
  const messages = {
    /** 3 requests a plain-text password, 0 is success. */
    R(body) {
      const method = body.readInt32BE(0)
      if (method === 3) send('p', text(decodeURIComponent(password)))
      else if (method !== 0) socket.destroy(new Error('the server requires an authentication method that is not supported here'))
    },
    D: row,
    E(body) {
      const message = body.toString().split('\0').find((field) => field.startsWith('M'))
      failure = new Error(message?.slice(1) ?? 'the statement failed')
    },
    Z: endStatement,
  }

  socket.on('connect', () => {
    const version = Buffer.alloc(4)
    version.writeInt32BE(PROTOCOL_VERSION)
    const settings = ['user', decodeURIComponent(username), 'database', pathname.slice(1)].map(text)
    send('', Buffer.concat([version, ...settings, Buffer.alloc(1)]))
  })
  socket.on('data', (piece) => {
    received = Buffer.concat([received, piece])
    // A message has a byte for its type, and its length without this byte.
    while (received.length >= 5) {
      const end = 1 + received.readInt32BE(1)
      if (received.length < end) return
      const type = String.fromCharCode(received[0])
      messages[type]?.(received.subarray(5, end))
      received = received.subarray(end)
    }
  })
  socket.on('error', (error) => current.reject(error))
  socket.on('close', () => current.reject(failure ?? new Error('the connection to the database is closed')))

  const execute = (statement) =>
    new Promise((resolve, reject) => {
      current = { resolve, reject }
      send('Q', text(statement))
    })
  return {
    query: (statement) => (queue = queue.then(() => execute(statement))),
    end: () => socket.end(),
  }
}
