import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '~shared/api/query-client'
import { connectSession } from '~shared/api/recovery'
import type { Notification } from '~shared/api/types'
import { useToasts } from '~shared/ui/toast-store'
import { t } from '~mock/in-shop'
import { state } from '~mock/state'
import { unreadQuery } from '~/features/account/queries'
import { hear } from './live-line'

const ITEM: Notification = {
  id: 26,
  kind: 'campaign_started',
  title: 'Скидка',
  text: 'Осенние букеты',
  link: '/kampaniya/1',
  hasViewed: false,
  createdAt: '2026-11-20T10:00:00Z',
}

const told = () => useToasts.getState().toasts.map(({ text }) => text)
const open = vi.fn()

function here() {
  const client = createQueryClient()
  return { client, heard: hear({ client, t, locale: 'az', open }) }
}

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  open.mockClear()
  connectSession({ tokens: () => ({ accessToken: 'access-1', refreshToken: 'refresh-1' }), renewed: () => {}, lost: () => {} })
})

describe('news', () => {
  it('of a count are the badge', () => {
    const { client, heard } = here()
    heard({ kind: 'count', unread: 7 }, 'az')
    expect(client.getQueryData(unreadQuery('az').queryKey)).toEqual({ data: { count: 7 } })
    expect(told()).toEqual([])
  })

  it('are told for five seconds, and lead where they belong', () => {
    here().heard({ kind: 'notification', id: ITEM.id, item: ITEM }, 'az')
    expect(told()).toEqual(['Скидка: Осенние букеты'])
    const [toast] = useToasts.getState().toasts
    expect(toast?.duration).toBe(5000)
    toast?.action?.run()
    expect(open).toHaveBeenCalledWith(ITEM)
  })

  it('from a tab in another language are told in this one', async () => {
    here().heard({ kind: 'notification', id: ITEM.id, item: ITEM }, 'ru')
    const own = state.notifications.find(({ id }) => id === ITEM.id)
    await vi.waitFor(() => expect(told()).toEqual([`${own?.title}: ${own?.text}`]))
  })

  it('are not told on the page that shows what they tell', () => {
    const before = location.pathname
    history.replaceState(null, '', `/ru${ITEM.link}`)
    here().heard({ kind: 'notification', id: ITEM.id, item: ITEM }, 'az')
    expect(told()).toEqual([])
    history.replaceState(null, '', before)
  })

  it('are not told to nobody', () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    here().heard({ kind: 'notification', id: ITEM.id, item: ITEM }, 'az')
    expect(told()).toEqual([])
  })
})
