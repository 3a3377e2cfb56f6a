/** Finds the module's address in Chromium's message. Without it, the same address is retried. */
const MODULE = /module: (\S+?)(?:\?|$)/

type Load<Module> = () => Promise<Module>

const importAddress = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)

/** Imports to use instead, for modules that failed before. */
const retries = new WeakMap<Load<unknown>, Load<unknown>>()
let failures = 0

/**
 * Imports a module, and after a failure imports it under another address, because Chromium 148 caches the failure for the life of the page
 * (Chromium 156 does not).
 */
export async function importWithFreshAddress<Module>(load: Load<Module>, from = importAddress): Promise<Module> {
  const run = (retries.get(load) ?? load) as Load<Module>
  try {
    return await run()
  } catch (error) {
    const address = error instanceof TypeError && MODULE.exec(error.message)?.[1]
    if (address) {
      const freshAddress = `${address}?again=${++failures}`
      retries.set(load, () => from(freshAddress))
    }
    throw error
  }
}
