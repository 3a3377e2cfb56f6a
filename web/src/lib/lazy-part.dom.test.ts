import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withRetry } from './lazy-part'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The first attempt and two retries. */
const ATTEMPTS = 3

const failingLoad = (times: number) => {
  const load = vi.fn(() => Promise.resolve('here'))
  for (let failed = 0; failed < times; failed++) load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  return load
}

test('retries twice when the connection fails', async () => {
  const load = failingLoad(2)
  const loaded = withRetry(load)
  await vi.runAllTimersAsync()
  await expect(loaded).resolves.toBe('here')
  expect(load).toHaveBeenCalledTimes(ATTEMPTS)
})

test('reports a permanent failure', async () => {
  const load = failingLoad(ATTEMPTS + 1)
  const loaded = expect(withRetry(load)).rejects.toThrow('Failed to fetch')
  await vi.runAllTimersAsync()
  await loaded
  expect(load).toHaveBeenCalledTimes(ATTEMPTS)
})

test('waits for the connection when offline', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = failingLoad(1)
  const loaded = withRetry(load)
  const longPauseMs = 60_000
  await vi.advanceTimersByTimeAsync(longPauseMs)
  expect(load).toHaveBeenCalledOnce()
  isOnline.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await expect(loaded).resolves.toBe('here')
})
