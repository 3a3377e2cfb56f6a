import { afterEach, describe, expect, it, vi } from 'vitest'
import { share } from './share'

const LINK = 'https://sovqat.example/siyahi/anama'
const device = (handOver: () => Promise<void>) => Object.assign(navigator, { share: vi.fn(handOver) })
const clipboard = (write: () => Promise<void>) => {
  const writeText = vi.fn(write)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  return writeText
}
const fine = () => Promise.resolve()
const failWith = (name: string) => () => Promise.reject(new DOMException('', name))

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(navigator, 'clipboard')
})

describe('an address', () => {
  it('is shared by the device, and nothing is copied', async () => {
    const copied = clipboard(fine)
    const handed = device(fine)
    expect(await share('Anama', LINK)).toBe('shared')
    expect(handed.share).toHaveBeenCalledWith({ title: 'Anama', url: LINK })
    expect(copied).not.toHaveBeenCalled()
  })

  it('is not copied when the share dialog is closed', async () => {
    const copied = clipboard(fine)
    device(failWith('AbortError'))
    expect(await share('Anama', LINK)).toBe('dismissed')
    expect(copied).not.toHaveBeenCalled()
  })

  it.each([
    ['without sharing', undefined],
    ['whose sharing fails', failWith('NotAllowedError')],
  ])('is copied on a device %s', async (_what, handOver) => {
    const copied = clipboard(fine)
    if (handOver) device(handOver)
    expect(await share('Anama', LINK)).toBe('copied')
    expect(copied).toHaveBeenCalledWith(LINK)
  })

  it('reports a refusal when copying is not permitted', async () => {
    clipboard(failWith('NotAllowedError'))
    expect(await share('Anama', LINK)).toBe('refused')
  })
})
