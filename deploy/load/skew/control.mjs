// A client of the control socket: deploy/local/src/shop/control.rs.
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { environment } from '../shop.mjs'

/** A replacement that is not ready is undone after 90 s, for each of two replicas. */
const TIMEOUT_MS = 8 * 60_000

function send(request) {
  const socket = join(dirname(environment('sovqat-gateway').MEDIA_DIR), 'control.sock')
  return new Promise((resolve, reject) => {
    let received = ''
    const connection = connect(socket, () => connection.write(`${JSON.stringify(request)}\n`))
    const timer = setTimeout(() => connection.destroy(new Error(`no response after ${TIMEOUT_MS / 1000} s: ${JSON.stringify(request)}`)), TIMEOUT_MS)
    connection.setEncoding('utf8')
    connection.on('data', (text) => (received += text))
    connection.on('error', reject)
    connection.on('close', () => {
      clearTimeout(timer)
      const { done, failed } = received ? JSON.parse(received) : { failed: 'the shop has closed its control socket' }
      if (done) resolve(done)
      else reject(new Error(failed))
    })
  })
}

export const migrate = (service, programs) => send({ migrate: { service, programs } })

export const replace = (program, programs) => send({ replace: { program, programs } })
