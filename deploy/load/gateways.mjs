// Simulates a load balancer in front of the gateways of a shop: requests go to the gateways in turn, and a gateway
// that is not ready gets none.
import { call, environment, pause, processesOf } from './shop.mjs'

/** The interval between two checks of readiness, in ms. */
const CHECK_MS = 50

/** Returns id and environment of each running process of a program. */
export const running = (program) => processesOf(`sovqat-${program}`).map((pid) => ({ pid, ...environment(program, pid) }))

/** Returns whether a process is ready. `address` is its admin address, or the public address of a gateway. */
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
    /** Returns the gateway for the next request. `avoided` is a gateway that did not answer, if there was one. */
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
