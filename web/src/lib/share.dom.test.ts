import { afterEach, describe, expect, it, vi } from 'vitest'
import { share } from './share'

const LINK = 'https://sovqat.example/siyahi/anama'
const mockShare = (shareNatively: () => Promise<void>) => Object.assign(navigator, { share: vi.fn(shareNatively) })
const mockClipboard = (write: () => Promise<void>) => {
  const writeText = vi.fn(write)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  return writeText
}
const succeed = () => Promise.resolve()
const failWith = (name: string) => () => Promise.reject(new DOMException('', name))

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share')
  Reflect.deleteProperty(navigator, 'clipboard')
})

describe('an address', () => {
  it('is shared by the device, and nothing is copied', async () => {
    const copied = mockClipboard(succeed)
    const device = mockShare(succeed)
    expect(await share('Anama', LINK)).toBe('shared')
    expect(device.share).toHaveBeenCalledWith({ title: 'Anama', url: LINK })
    expect(copied).not.toHaveBeenCalled()
  })

  it('is not copied when the share dialog is closed', async () => {
    const copied = mockClipboard(succeed)
    mockShare(failWith('AbortError'))
    expect(await share('Anama', LINK)).toBe('dismissed')
    expect(copied).not.toHaveBeenCalled()
  })

  it.each([
    ['without sharing', undefined],
    ['whose sharing fails', failWith('NotAllowedError')],
  ])('is copied on a device %s', async (_what, shareNatively) => {
    const copied = mockClipboard(succeed)
    if (shareNatively) mockShare(shareNatively)
    expect(await share('Anama', LINK)).toBe('copied')
    expect(copied).toHaveBeenCalledWith(LINK)
  })

  it('reports a refusal when copying is not permitted', async () => {
    mockClipboard(failWith('NotAllowedError'))
    expect(await share('Anama', LINK)).toBe('refused')
  })
})
