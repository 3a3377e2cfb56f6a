// Tests of notifications: the list, the preferences, and unsubscribing by a mailed link.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { Component as Notifications } from '~/routes/profile/notifications'
import { Component as Preferences } from '~/routes/profile/preferences'
import { Component as Unsubscribe } from '~/routes/unsubscribe'
import { useToasts } from '~shared/ui/toast-store'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { notificationsState } from '~mock/notifications-state'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { state } from '~mock/state'

const PER_PAGE = 12
const user = userEvent.setup({ delay: null })
const openList = () => openAt(paths.notifications(), { path: '/profil/bildirisler', Component: Notifications })
const openPreferences = () => openAt(paths.preferences(), { path: '/profil/bildirisler/ayarlar', Component: Preferences })
const openLink = (token: string) => openAt(`/bildiris/imtina?token=${token}`, { path: '/bildiris/imtina', Component: Unsubscribe })
const items = () => screen.getAllByRole('heading', { level: 3 })
const checkboxOf = (topic: 'stores' | 'account', channel: 'email' | 'push') =>
  screen.findByRole('checkbox', {
    name: t('notifications.preferences.of', {
      topic: t(`notifications.preferences.topic.${topic}.title`),
      channel: t(`notifications.preferences.channel.${channel}`),
    }),
  })
const choiceOf = (topic: string) => notificationsState.preferences.topics.find((candidate) => candidate.topic === topic)

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  signIn()
})

describe('notifications', () => {
  it('are grouped by day, and older ones are appended', async () => {
    openList()
    await screen.findAllByRole('heading', { level: 2 })
    expect(items()).toHaveLength(PER_PAGE)
    await user.click(screen.getByRole('button', { name: t('catalog.loadMore') }))
    await waitFor(() => expect(items()).toHaveLength(2 * PER_PAGE))
    expect(screen.getAllByRole('heading', { level: 2 }).length, 'days').toBeGreaterThan(5)
  })

  it('are marked as read one by one or all at once', async () => {
    openList()
    const [newest] = await screen.findAllByRole('button', { name: new RegExp(`^${t('account.notifications.markRead')}`) })
    await user.click(newest as HTMLElement)
    await waitFor(() => expect(state.notifications[0]?.hasViewed).toBe(true))
    expect(state.notifications[1]?.hasViewed).toBe(false)
    await user.click(await screen.findByRole('button', { name: t('notifications.readAll') }))
    await waitFor(() => expect(state.notifications.every(({ hasViewed }) => hasViewed)).toBe(true))
    await waitFor(() => expect(screen.queryByRole('button', { name: t('notifications.readAll') })).toBeNull())
  })
})

describe('preferences', () => {
  it('are saved when changed, one after the other', async () => {
    openPreferences()
    await user.click(await checkboxOf('stores', 'email'))
    await user.click(await checkboxOf('stores', 'push'))
    expect(await checkboxOf('stores', 'email')).toBeChecked()
    await waitFor(() => expect(choiceOf('stores')).toMatchObject({ email: true, push: true }))
  })

  it('of account topics cannot be turned off', async () => {
    openPreferences()
    expect(await checkboxOf('account', 'email')).toBeDisabled()
  })

  it('are reverted when the server refuses', async () => {
    server.use(http.put(`${BASE}/notification/preferences`, () => problem(503, 'service_unavailable', 'Bir az sonra')))
    openPreferences()
    await user.click(await checkboxOf('stores', 'email'))
    await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.tone).toBe('bad'))
    await waitFor(async () => expect(await checkboxOf('stores', 'email')).not.toBeChecked())
  })

  it('include quiet hours, a digest and a language', async () => {
    openPreferences()
    await user.selectOptions(await screen.findByLabelText(t('notifications.preferences.quiet.from')), '23:30')
    await user.click(screen.getByRole('radio', { name: new RegExp(t('notifications.preferences.digest.daily')) }))
    await user.click(screen.getByRole('radio', { name: 'Русский' }))
    await waitFor(() =>
      expect(notificationsState.preferences).toMatchObject({
        quietHours: { isOn: true, from: '23:30', until: '09:00' },
        digest: 'daily',
        language: 'ru',
      }),
    )
  })

  it('explain that a browser does not support pushes', async () => {
    openPreferences()
    await screen.findByText(t('notifications.preferences.push.unsupported'))
  })
})

describe('the unsubscribe link of a mail', () => {
  it('shows what has ended, signed in or not', async () => {
    auth.cleared()
    openLink('good')
    await screen.findByRole('heading', { level: 1, name: t('notifications.unsubscribe.done') })
    expect(within(screen.getByRole('status')).getByText(new RegExp(t('notifications.preferences.topic.stores.title')))).toBeVisible()
  })

  it('leads to the settings when it is invalid', async () => {
    openLink('old')
    await screen.findByRole('heading', { level: 1, name: t('notifications.unsubscribe.failed') })
    expect(screen.getByRole('link', { name: t('notifications.unsubscribe.toSettings') })).toHaveAttribute('href', paths.preferences())
  })

  it('sends no request without a token', async () => {
    const handler = vi.fn(() => problem(404, 'not_found', 'Tapılmadı'))
    server.use(http.post(`${BASE}/notification/unsubscribe`, handler))
    openLink('')
    await screen.findByRole('heading', { level: 1, name: t('notifications.unsubscribe.failed') })
    expect(handler).not.toHaveBeenCalled()
  })
})
