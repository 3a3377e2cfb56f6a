// Tests of the page where an owner reports "this was not me" after a mailed security notice.

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { Component } from '~/routes/security-notice'
import { EXPIRED_NOTICE, NOTICE, USED_NOTICE } from '~mock/handlers/security'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import { recordCalls } from '~mock/sign-in-steps'
import { state } from '~mock/state'
import { auth, useAuth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'

const user = userEvent.setup({ delay: null })
const open = (token: string) => openAt(`/tehlukesizlik/${token}`, { path: '/tehlukesizlik/:token', Component })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const disown = () => user.click(screen.getByRole('button', { name: t('account.notice.submit') }))

function expectNextSteps() {
  const links = [t('account.notice.signIn'), t('account.notice.newPassword'), t('signIn.toSupport')]
  expect(links.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
    paths.signIn(paths.profilePassword()),
    paths.signIn(undefined, 'forgot'),
    paths.contact(),
  ])
}

describe('a security notice', () => {
  it('shows what happened, and changes nothing before the press', async () => {
    const sent = recordCalls('post', '/security/notice/disown')
    open(NOTICE)
    await heading(t('account.notice.title'))
    const facts = within(screen.getByText(t('account.notice.what')).closest('dl') ?? document.body)
    expect(facts.getByText(t('account.security.event.new_device'))).toBeInTheDocument()
    expect(facts.getByText('Firefox, Windows')).toBeInTheDocument()
    expect(facts.getByText(/\d\d:\d\d/)).toBeInTheDocument()
    expect(sent).toEqual([])
  })

  it('is undone by one press, and the next steps follow', async () => {
    const sent = recordCalls('post', '/security/notice/disown')
    open(NOTICE)
    await heading(t('account.notice.title'))
    await disown()
    expect(await heading(t('account.notice.done'))).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    expect(sent).toEqual([{ token: NOTICE }])
    expect(screen.getAllByRole('listitem'), 'the next steps').toHaveLength(3)
    expectNextSteps()
  })

  it('ends the session of this device if it was one of the account', async () => {
    signIn()
    open(NOTICE)
    await heading(t('account.notice.title'))
    state.accessToken = 'revoked'
    state.refreshToken = 'revoked'
    await disown()
    await heading(t('account.notice.done'))
    await waitFor(() => expect(auth.tokens()).toBeNull())
  })

  it('leaves the session of another account alone', async () => {
    signIn()
    open(NOTICE)
    await heading(t('account.notice.title'))
    await disown()
    await heading(t('account.notice.done'))
    expect(useAuth.getState().isAuthenticated).toBe(true)
  })

  it.each([
    ['used', USED_NOTICE, 'Keçiddən istifadə olunub'],
    ['expired', EXPIRED_NOTICE, 'Keçidin müddəti bitib'],
    ['unknown', 'no-such-link', 'Keçid etibarsızdır'],
  ])('that is %s says so, and leads on', async (_what, token, title) => {
    open(token)
    await heading(title)
    expect(screen.queryByRole('button', { name: t('account.notice.submit') })).toBeNull()
    expectNextSteps()
  })

  it('that was used in the meantime says so', async () => {
    server.use(
      http.post(`${BASE}/security/notice/disown`, () =>
        problem(409, 'notice_used', 'Hesabınız artıq qorunub.', { title: 'Keçiddən istifadə olunub' }),
      ),
    )
    open(NOTICE)
    await heading(t('account.notice.title'))
    await disown()
    await heading('Keçiddən istifadə olunub')
  })

  it('can be pressed again when the connection was lost', async () => {
    server.use(http.post(`${BASE}/security/notice/disown`, () => HttpResponse.error(), { once: true }))
    open(NOTICE)
    await heading(t('account.notice.title'))
    await disown()
    expect(await screen.findByRole('alert')).toHaveTextContent(t('common.failure.network'))
    await disown()
    await heading(t('account.notice.done'))
  })

  it('can be loaded again after a failure', async () => {
    server.use(http.post(`${BASE}/security/notice`, () => problem(429, 'too_many_requests', 'Bir az gözləyin.'), { once: true }))
    open(NOTICE)
    await heading(t('common.failure.title'))
    await user.click(screen.getByRole('button', { name: t('common.retry') }))
    await heading(t('account.notice.title'))
  })
})
