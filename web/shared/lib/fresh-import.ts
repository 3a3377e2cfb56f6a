/** The module's address in Chromium's error message. */
const MODULE_ADDRESS = /module: (\S+?)(?:\?|$)/

type Load<Module> = () => Promise<Module>

const importAddress = (address: string): Promise<unknown> => import(/* @vite-ignore */ address)

/** The import that replaces a failed one at the next call. */
const retries = new WeakMap<Load<unknown>, Load<unknown>>()
let failures = 0

/**
 * Imports a module. After a failure, the next call uses another address, because Chromium 148 caches the failure for the life of the page.
 */
export async function importWithFreshAddress<Module>(load: Load<Module>, importFrom = importAddress): Promise<Module> {
  const run = (retries.get(load) ?? load) as Load<Module>
  try {
    return await run()
  } catch (error) {
    const address = error instanceof TypeError && MODULE_ADDRESS.exec(error.message)?.[1]
    if (address) {
      const freshAddress = `${address}?again=${++failures}`
      retries.set(load, () => importFrom(freshAddress))
    }
    throw error
  }
}
