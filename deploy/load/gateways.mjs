// A load balancer in front of a shop's gateways.
import { call, environment, pause, processesOf } from './shop.mjs'

const CHECK_MS = 50

export const running = (program) => processesOf(`sovqat-${program}`).map((pid) => ({ pid, ...environment(program, pid) }))

export const isReady = async (address) => (await call('/health/ready', { at: `http://${address}` })).status === 200

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
    choose(avoided) {
      const usable = gateways.filter((gateway) => gateway !== avoided && gateway.isReady)
      turn += 1
      const candidates = usable.length > 0 ? usable : gateways
      return candidates[turn % candidates.length]
    },
    async stop() {
      hasEnded = true
      await watching
    },
  }
}
