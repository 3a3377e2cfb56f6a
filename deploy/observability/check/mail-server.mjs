// A mail server that accepts every mail, or refuses every recipient.
import { createServer } from 'node:net'

export function startMailServer(port) {
  const state = { refuses: false, accepted: 0, refused: 0 }
  const server = createServer((socket) => {
    let isText = false
    let received = ''
    const reply = (line) => socket.write(`${line}\r\n`)
    reply('220 mail.check ESMTP')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      for (let end; (end = received.indexOf('\r\n')) >= 0; ) {
        const line = received.slice(0, end)
        received = received.slice(end + 2)
        if (isText) {
          if (line !== '.') continue
          isText = false
          state.accepted++
          reply('250 2.0.0 queued')
          continue
        }
        const verb = line.slice(0, 4).toUpperCase()
        if (verb === 'RCPT' && state.refuses) {
          state.refused++
          reply('550 5.1.1 no such mailbox')
        } else if (verb === 'DATA') {
          isText = true
          reply('354 go ahead')
        } else if (verb === 'QUIT') {
          reply('221 2.0.0 bye')
          socket.end()
        } else reply('250 2.0.0 ok')
      }
    })
  })
  return new Promise((done) => server.listen(port, '127.0.0.1', () => done(Object.assign(state, { close: () => server.close() }))))
}
