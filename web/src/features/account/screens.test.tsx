// Tests of the pages of the account: name, e-mail, password, application of an influencer, help and deletion.

import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { ComponentType } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auth, useAuth } from '~shared/features/auth/store'
import { Facts } from '~/routes/profile/overview'
import { paths } from '~shared/lib/paths'
import { Component as Layout } from '~/routes/profile/layout'
import { Component as Help } from '~/routes/profile/help'
import { Component as InfluencerForm } from '~/routes/profile/influencer-form'
import { Component as MyData } from '~/routes/profile/my-data'
import { Component as Email } from '~/routes/profile/email'
import { Component as Name } from '~/routes/profile/name'
import { Component as Password } from '~/routes/profile/password'
import { PASSWORD } from '~mock/handlers/account'
import { BASE, problem } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { OWNER, profile, USER } from '~mock/profile-state'
import { server } from '~mock/server'
import { useToasts } from '~shared/ui/toast-store'
import { signIn } from '~mock/sign-in'
import { recordCalls } from '~mock/sign-in-steps'

const user = userEvent.setup({ delay: null })
const open = (path: string, Page: ComponentType) =>
  openAt(path, {
    path: '/profil',
    Component: Layout,
    children: [{ path: path.replace('/profil/', '').split('?')[0] ?? '', Component: Page }],
  })
const field = (name: string) => screen.getByLabelText(name)
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const summary = () => screen.findByRole('alert')
const expectError = (name: string, text: string) => waitFor(() => expect(field(name)).toHaveAccessibleDescription(text))

beforeEach(() => {
  signIn()
})

describe('a guest', () => {
  it.each([
    ['addresses', paths.addresses()],
    ['notifications', paths.notifications()],
    ["a blogger's lists", paths.myLists()],
    ['an order', paths.order('SQ-7K4M-01')],
  ])('who opens the page of %s is sent to sign in and returns to it', async (_what, path) => {
    auth.cleared()
    open(path, Name)
    await screen.findByText(`at ${paths.signIn(path)}`)
  })
})

it('members of staff see a link to the back office although the shop gives them no permissions, others do not', () => {
  open(paths.profileName(), Name)
  expect(screen.queryByRole('link', { name: t('account.admin') })).toBeNull()
  act(() => signIn({ ...OWNER, permissions: [] }))
  expect(screen.getAllByRole('link', { name: t('account.admin') })[0]).toHaveAttribute('href', paths.admin())
})

describe('name', () => {
  it('is saved and updates the user', async () => {
    open(paths.profileName(), Name)
    await user.clear(field(t('account.name.firstName')))
    await user.type(field(t('account.name.firstName')), 'Günəş')
    await press(t('account.save'))
    await waitFor(() => expect(useAuth.getState().user?.firstName).toBe('Günəş'))
  })

  it('is required, and the summary links to it', async () => {
    open(paths.profileName(), Name)
    await user.clear(field(t('account.name.lastName')))
    await press(t('account.save'))
    expect(await summary()).toHaveFocus()
    await user.click(within(await summary()).getByRole('button', { name: new RegExp(t('account.name.lastName')) }))
    expect(field(t('account.name.lastName'))).toHaveFocus()
    await expectError(t('account.name.lastName'), t('errors.fields.required'))
  })

  it('with an impossible date is reported before anything is sent', async () => {
    const sent = vi.fn()
    server.use(http.post(`${BASE}/user/update`, sent))
    open(paths.profileName(), Name)
    await user.selectOptions(field(t('forms.day')), '31')
    await user.selectOptions(field(t('forms.month')), '2')
    await user.selectOptions(field(t('forms.year')), '2001')
    await press(t('account.save'))
    expect(await summary()).toHaveTextContent(t('errors.fields.invalid_date'))
    expect(field(t('forms.day')), 'chosen values stay').toHaveValue('31')
    expect(sent).not.toHaveBeenCalled()
  })

  it('is saved by Enter', async () => {
    open(paths.profileName(), Name)
    await user.tripleClick(field(t('account.name.firstName')))
    await user.keyboard('Ülkər{Enter}')
    await waitFor(() => expect(useAuth.getState().user?.firstName).toBe('Ülkər'))
  })

  it("shows the server's error, and keeps what was typed", async () => {
    server.use(
      http.post(`${BASE}/user/update`, () =>
        problem(422, 'validation_failed', 'Yoxlayın', {
          errors: [{ field: 'firstName', code: 'invalid_characters', message: 'Yararsız simvollar var' }],
        }),
      ),
    )
    open(paths.profileName(), Name)
    await user.type(field(t('account.name.firstName')), '*')
    await press(t('account.save'))
    await expectError(t('account.name.firstName'), 'Yararsız simvollar var')
    expect(await summary()).toHaveFocus()
    expect(field(t('account.name.firstName'))).toHaveValue(`${USER.firstName}*`)
  })

  it('keeps what was typed when the connection is down', async () => {
    server.use(http.post(`${BASE}/user/update`, () => HttpResponse.error()))
    open(paths.profileName(), Name)
    await user.type(field(t('account.name.firstName')), 'a')
    await press(t('account.save'))
    expect(await summary()).toHaveTextContent(t('common.failure.network'))
    expect(field(t('account.name.firstName'))).toHaveValue(`${USER.firstName}a`)
  })
})

describe('e-mail', () => {
  const fill = async (email: string, again: string, password: string) => {
    await user.type(field(t('account.email.new')), email)
    await user.type(field(t('account.email.again')), again)
    if (password) await user.type(field(t('account.password.current')), password)
    await press(t('account.email.submit'))
  }

  it('must be valid and typed twice alike', async () => {
    open(paths.profileEmail(), Email)
    await fill('aysel@', 'aysel@', '')
    await expectError(t('account.email.new'), t('errors.fields.invalid_email'))
    await expectError(t('account.password.current'), t('errors.fields.required'))
    await user.clear(field(t('account.email.new')))
    await user.clear(field(t('account.email.again')))
    await fill('a@example.az', 'b@example.az', PASSWORD)
    await expectError(t('account.email.again'), t('errors.fields.emails_differ'))
  })

  it('is not changed with a wrong password, and typed text stays', async () => {
    open(paths.profileEmail(), Email)
    await fill('new@example.az', 'new@example.az', 'not-it')
    expect(await summary()).toHaveFocus()
    expect(field(t('account.password.current'))).toBeInvalid()
    expect(field(t('account.email.new'))).toHaveValue('new@example.az')
    expect(useAuth.getState().user?.email).toBe(USER.email)
  })

  it('is saved as unverified, and another mail can be requested', async () => {
    open(paths.profileEmail(), Email)
    await fill('new@example.az', 'NEW@example.az', PASSWORD)
    await screen.findByText(t('account.email.unverified'))
    expect(useAuth.getState().user?.email).toBe('new@example.az')
    await press(t('account.email.sendLink'))
    await waitFor(() => expect(screen.getByRole('button', { name: t('account.email.sendLink') })).toBeDisabled())
  })

  it('is verified by the link', async () => {
    signIn({ emailVerified: false })
    open(`${paths.profileEmail()}?tesdiq=good`, Email)
    await screen.findByText(t('account.email.nowVerified'))
    await waitFor(() => expect(useAuth.getState().user?.emailVerified).toBe(true))
  })

  it('is verified after a sign-in, whose page says why', async () => {
    auth.cleared()
    const sent = recordCalls('post', '/user/email/verify')
    const link = `${paths.profileEmail()}?tesdiq=good`
    const shop = open(link, Email)
    await screen.findByText(`at ${paths.signIn(link)}`)
    expect(shop.router.state.location.state).toEqual({ note: 'verification' })
    expect(sent, 'a guest has no address to verify').toEqual([])

    act(() => signIn({ emailVerified: false }))
    await act(() => shop.router.navigate(link))
    await screen.findByText(t('account.email.nowVerified'))
    expect(profile.user.emailVerified).toBe(true)
  })

  it('leads to the sign-in when the session has ended, and is verified after it', async () => {
    server.use(
      http.post(`${BASE}/user/email/verify`, () => problem(401, 'unauthenticated', 'Daxil olmaq lazımdır'), { once: true }),
      http.get(`${BASE}/auth/refresh`, () => problem(401, 'unauthenticated', 'Daxil olmaq lazımdır')),
    )
    const link = `${paths.profileEmail()}?tesdiq=good`
    const shop = open(link, Email)
    await screen.findByText(`at ${paths.signIn(link)}`)
    act(() => signIn({ emailVerified: false }))
    await act(() => shop.router.navigate(link))
    await screen.findByText(t('account.email.nowVerified'))
  })

  it('is not verified by an expired link', async () => {
    open(`${paths.profileEmail()}?tesdiq=old`, Email)
    await screen.findByText(t('account.email.notVerified'))
    await screen.findByText('Keçid artıq keçərli deyil')
  })
})

describe('password', () => {
  const fill = async (current: string, newPassword: string, again: string) => {
    await user.type(field(t('account.password.current')), current)
    await user.type(field(t('account.password.new')), newPassword)
    await user.type(field(t('account.password.again')), again)
    await press(t('account.password.submit'))
  }

  it('requires at least eight characters, typed twice alike', async () => {
    open(paths.profilePassword(), Password)
    await fill(PASSWORD, 'qısa', 'başqa')
    await expectError(t('account.password.new'), t('errors.fields.password_too_short'))
    await expectError(t('account.password.again'), t('errors.fields.passwords_differ'))
  })

  it('is changed and stores the new tokens', async () => {
    server.use(
      http.post(`${BASE}/user/password/update`, () =>
        HttpResponse.json({ data: { accessToken: 'access-9', refreshToken: 'refresh-9', expiresIn: 900 } }),
      ),
    )
    open(paths.profilePassword(), Password)
    await fill(PASSWORD, 'nar ağacı 77', 'nar ağacı 77')
    await waitFor(() => expect(auth.tokens()).toEqual({ accessToken: 'access-9', refreshToken: 'refresh-9' }))
    expect(field(t('account.password.current'))).toHaveValue('')
  })

  it('is not changed with a wrong current one', async () => {
    open(paths.profilePassword(), Password)
    await fill('not-it', 'nar ağacı 77', 'nar ağacı 77')
    await expectError(t('account.password.current'), 'Şifrə yanlışdır')
    expect(field(t('account.password.new'))).toHaveValue('nar ağacı 77')
  })
})

describe('influencer', () => {
  it.each([
    ['is offered to a shopper', false, 2],
    ['is not offered to a blogger', true, 0],
  ])('%s', async (_what, isBlogger, linkCount) => {
    signIn({ isBlogger })
    open(paths.help(), Help)
    // Wide screens and small ones each have a navigation.
    expect(await screen.findAllByRole('link', { name: t('account.help.title'), hidden: true })).toHaveLength(2)
    expect(screen.queryAllByRole('link', { name: t('account.influencer.link'), hidden: true })).toHaveLength(linkCount)
  })

  it('links must belong to their network', async () => {
    open(paths.influencerForm(), InfluencerForm)
    const label = new RegExp(`^Instagram`)
    await user.type(await screen.findByLabelText(label), 'https://evil.example/instagram.com')
    await press(t('account.influencer.submit'))
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(t('errors.fields.invalid_link')))
    expect(field(t('account.influencer.about'))).toHaveAttribute('aria-invalid', 'true')
  })

  it('shows a pending application', async () => {
    open(paths.influencerForm(), InfluencerForm)
    await user.type(await screen.findByLabelText(t('account.influencer.about')), 'Gül buketləri haqqında yazıram.')
    await press(t('account.influencer.submit'))
    await screen.findByText(t('account.influencer.pending.text'))
    expect(screen.queryByRole('button', { name: t('account.influencer.submit') })).toBeNull()
  })

  it('can apply again after a refusal, whose reason is shown', async () => {
    const time = '2026-11-02T09:00:00Z'
    profile.application = {
      id: 1,
      status: 'declined',
      about: 'Köhnə mətn, iyirmi simvol',
      reason: 'Keçid işləmir',
      createdAt: time,
      decidedAt: time,
    }
    open(paths.influencerForm(), InfluencerForm)
    await screen.findByText(t('account.influencer.reason', { reason: 'Keçid işləmir' }))
    expect(field(t('account.influencer.about'))).toHaveValue('Köhnə mətn, iyirmi simvol')
  })
})

describe('help', () => {
  it('requires a subject, and the form is empty for the next message', async () => {
    open(paths.help(), Help)
    await user.type(await screen.findByLabelText(t('account.help.subject')), 'ab')
    await press(t('account.help.submit'))
    await expectError(t('account.help.subject'), t('errors.fields.too_short'))
    await user.type(field(t('account.help.subject')), 'c')
    await user.type(field(t('account.help.message')), 'Hər şey çox gözəl idi.')
    await press(t('account.help.submit'))
    await waitFor(() => expect(screen.getByRole('heading', { name: t('account.help.sent') })).toHaveFocus())
    await press(t('account.help.again'))
    expect(field(t('account.help.subject'))).toHaveValue('')
  })
})

describe('the account number', () => {
  it('is copied by a press', async () => {
    // `userEvent.setup` installs a clipboard in jsdom.
    openAt(paths.account(), { path: '/profil', Component: () => <Facts user={USER} /> })
    await user.click(await screen.findByRole('button', { name: new RegExp(t('account.copy')) }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(USER.code))
    expect(useToasts.getState().toasts.at(-1)?.text).toBe(t('account.copied', { code: USER.code }))
  })
})

describe('deletion', () => {
  it('requires the right password', async () => {
    open(paths.myData(), MyData)
    await press(t('account.data.deleteButton'))
    await expectError(t('account.password.current'), t('errors.fields.required'))
    await user.type(field(t('account.password.current')), 'not-the-password')
    await press(t('account.data.deleteButton'))
    await expectError(t('account.password.current'), 'Şifrə yanlışdır')
    expect(await summary()).toHaveFocus()
    expect(screen.queryByRole('region', { name: t('account.data.deletion') })).toBeNull()
  })

  it('is announced on the page and can be cancelled', async () => {
    open(paths.myData(), MyData)
    await user.type(field(t('account.password.current')), PASSWORD)
    await press(t('account.data.deleteButton'))
    const banner = await screen.findByRole('region', { name: t('account.data.deletion') })
    await user.click(within(banner).getByRole('button', { name: t('account.data.keep') }))
    await waitFor(() => expect(useAuth.getState().user?.deletesAt).toBeUndefined())
    expect(screen.queryByRole('region', { name: t('account.data.deletion') })).toBeNull()
  })
})
