// A client of the control socket of `cargo up` (deploy/local/src/shop/control.rs), by which the skew test migrates databases and replaces
// processes of the running shop.
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { environment } from '../shop.mjs'

/** How long a request may take. A replacement that is not ready is undone after 90 s, for each of two replicas. Migrations take seconds. */
const TIMEOUT_MS = 8 * 60_000

/** Sends a request. Returns the lines of the response. */
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

/** Applies the migrations of the service's program in the folder `programs`. */
export const migrate = (service, programs) => send({ migrate: { service, programs } })

/** Replaces all processes of a program, one after another, by the program in the folder `programs`. */
export const replace = (program, programs) => send({ replace: { program, programs } })
