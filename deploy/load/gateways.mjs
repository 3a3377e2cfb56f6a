// The gateways of a shop, as a load balancer sees them: requests go to them in turn, and one that is not ready gets none.
import { call, environment, pause, processesOf } from './shop.mjs'

const CHECK_MS = 50

/** Returns id and environment of each running process of a program. */
export const running = (program) => processesOf(`sovqat-${program}`).map((pid) => ({ pid, ...environment(program, pid) }))

/** Returns whether the process with this address is ready; for the gateway also its public address. */
export const isReady = async (address) => (await call('/health/ready', { at: `http://${address}` })).status === 200

/** Finds the gateways and watches which of them are ready, until `stop` is called. */
export function openBalancer() {
  const gateways = running('gateway').map(({ LISTEN }) => ({ address: LISTEN, url: `http://${LISTEN}`, isReady: true }))
  let [turn, hasEnded] = [0, false]
  async function watch() {
    while (!hasEnded) {
      await Promise.all(gateways.map(async (gateway) => (gateway.isReady = await isReady(gateway.address))))
      await pause(CHECK_MS)
    }
  }
  const watching = watch()
  return {
    count: gateways.length,
    /** Chooses the gateway of the next request; `avoided` is the one that did not answer. */
    choose(avoided) {
      const usable = gateways.filter((gateway) => gateway !== avoided && gateway.isReady)
      turn += 1
      return (usable.length > 0 ? usable : gateways)[turn % (usable.length || gateways.length)]
    },
    async stop() {
      hasEnded = true
      await watching
    },
  }
}
