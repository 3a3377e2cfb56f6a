// Tests what an event changes on a page, and how the tabs of a browser share one stream.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unreadQuery } from '~/features/account/counts'
import { t } from '~mock/in-shop'
import { notificationsState as mock, broadcastNotification } from '~mock/notifications-state'
import { state } from '~mock/state'
import { createQueryClient } from '~shared/api/query-client'
import { connectSession } from '~shared/api/recovery'
import type { Notification } from '~shared/api/types'
import { useToasts } from '~shared/ui/toast-store'
import { applyNewsTo } from './apply-news'
import { receiveNews } from './receive-news'
import type { News } from '../news'

const ITEM: Notification = {
  // The mock has a notification with this id.
  id: 26,
  kind: 'campaign_started',
  title: 'Скидка',
  text: 'Осенние букеты',
  link: '/kampaniya/1',
  hasViewed: false,
  createdAt: '2026-11-20T10:00:00Z',
}

const toastTexts = () => useToasts.getState().toasts.map(({ text }) => text)
const open = vi.fn()

/** A page's cache, and the page's handler of events. */
function setUp() {
  const client = createQueryClient()
  return { client, applyNews: applyNewsTo({ client, t, locale: 'az', open }) }
}

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  open.mockClear()
  connectSession({ tokens: () => ({ accessToken: 'access-1', refreshToken: 'refresh-1' }), renewed: () => {}, lost: () => {} })
})

describe('stream events', () => {
  it('with a count update the badge', () => {
    const { client, applyNews } = setUp()
    applyNews({ kind: 'count', unread: 7 }, 'az')
    expect(client.getQueryData(unreadQuery('az').queryKey)).toEqual({ data: { count: 7 } })
    expect(toastTexts()).toEqual([])
  })

  it('show a toast for five seconds, which links to the right page', () => {
    setUp().applyNews({ kind: 'notification', id: ITEM.id, item: ITEM }, 'az')
    expect(toastTexts()).toEqual(['Скидка: Осенние букеты'])
    const [toast] = useToasts.getState().toasts
    expect(toast?.duration).toBe(5_000)
    toast?.action?.run()
    expect(open).toHaveBeenCalledWith(ITEM)
  })

  it("from a tab in another language are shown in this one's", async () => {
    setUp().applyNews({ kind: 'notification', id: ITEM.id, item: ITEM }, 'ru')
    const own = state.notifications.find(({ id }) => id === ITEM.id)
    await vi.waitFor(() => expect(toastTexts()).toEqual([`${own?.title}: ${own?.text}`]))
  })

  it('show no toast on the page that they link to', () => {
    const pathBefore = location.pathname
    history.replaceState(null, '', `/ru${ITEM.link}`)
    setUp().applyNews({ kind: 'notification', id: ITEM.id, item: ITEM }, 'az')
    expect(toastTexts()).toEqual([])
    history.replaceState(null, '', pathBefore)
  })

  it('show no toast on a hidden page', () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    setUp().applyNews({ kind: 'notification', id: ITEM.id, item: ITEM }, 'az')
    expect(toastTexts()).toEqual([])
  })
})

const item = (id: number): Notification => ({
  id,
  kind: 'campaign_started',
  title: `Kampaniya ${id}`,
  text: '',
  link: '/kampaniya/1',
  hasViewed: false,
  createdAt: '2026-11-20T10:00:00Z',
})

/** A stand-in for Web Locks: one holder at a time, the others queue. */
function oneLock() {
  let queue: Promise<unknown> = Promise.resolve()
  return {
    request: (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const acquired = new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        void queue.then(() => resolve())
      })
      const finished = acquired.then(work)
      queue = Promise.allSettled([queue, finished])
      return finished
    },
  }
}

interface Tab {
  received: News[]
  pollCalls: () => number
  close: () => void
  ended: Promise<void>
}

let tabs: Tab[]

function openTab(): Tab {
  const stop = new AbortController()
  const received: News[] = []
  const pollCount = vi.fn()
  const ended = receiveNews('az', stop.signal, { onNews: (news) => received.push(news), pollCount })
  const tab = { received, pollCalls: () => pollCount.mock.calls.length, close: () => stop.abort(), ended }
  tabs.push(tab)
  return tab
}

const titles = ({ received }: Tab) => received.flatMap((news) => (news.kind === 'notification' ? [news.item.title] : []))
const counts = ({ received }: Tab) => received.flatMap((news) => (news.kind === 'count' ? [news.unread] : []))

beforeEach(() => {
  tabs = []
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: oneLock() }))
  connectSession({ tokens: () => ({ accessToken: 'access-1', refreshToken: 'refresh-1' }), renewed: () => {}, lost: () => {} })
})
afterEach(async () => {
  for (const tab of tabs) tab.close()
  await Promise.allSettled(tabs.map(({ ended }) => ended))
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the stream of a browser', () => {
  it('is opened once for all tabs, and all of them get the events', async () => {
    const [first, second] = [openTab(), openTab()]
    await vi.waitFor(() => expect(counts(first), 'the unread notifications of the mock').toEqual([3]))
    broadcastNotification(item(27), 4)
    await vi.waitFor(() => expect(titles(second)).toEqual(['Kampaniya 27']))
    await vi.waitFor(() => expect(counts(second).at(-1)).toBe(4))
    expect(titles(first)).toEqual(['Kampaniya 27'])
    expect(mock.listeners.size).toBe(1)
  })

  it('continues in the next tab, after the last event', async () => {
    const [first, second] = [openTab(), openTab()]
    await vi.waitFor(() => expect(counts(first)).toHaveLength(1))
    broadcastNotification(item(27), 4)
    await vi.waitFor(() => expect(titles(second)).toHaveLength(1))
    first.close()
    await vi.waitFor(() => expect(mock.resumed).toEqual([null, '27']))
    broadcastNotification(item(28), 5)
    await vi.waitFor(() => expect(titles(second)).toEqual(['Kampaniya 27', 'Kampaniya 28']))
    expect(titles(first)).toEqual(['Kampaniya 27'])
  })

  it('is replaced by polling where tabs cannot elect a leader', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('BroadcastChannel', undefined)
    Reflect.deleteProperty(globalThis, 'BroadcastChannel')
    const tab = openTab()
    // The count is polled once a minute.
    const twoPollsMs = 125_000
    await vi.advanceTimersByTimeAsync(twoPollsMs)
    expect(tab.pollCalls()).toBe(2)
    expect(mock.resumed).toEqual([])
  })
})
