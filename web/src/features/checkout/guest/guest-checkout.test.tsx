// Tests of a guest's checkout, which signs the guest in by phone number and one-time code.

import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectSession } from '~shared/api/recovery'
import { auth, useAuth } from '~shared/features/auth/store'
import { basket, useBasket } from '~/features/basket/store'
import { useMergeAtSignIn } from '~/features/basket/use-merge'
import { registration } from '~/features/sign-in/registration-store'
import { paths } from '~shared/lib/paths'
import { Component as CheckoutPage } from '~/routes/checkout'
import { card, products } from '~mock/catalogue'
import { BASE } from '~mock/handlers/responses'
import { CODE, UNUSED_NUMBER } from '~mock/handlers/auth'
import { openAt, t } from '~mock/in-shop'
import { profile } from '~mock/profile-state'
import { server } from '~mock/server'
import { recordCalls, codeField, field, press, resetBeforeEach, type, user } from '~mock/sign-in-steps'
import { state } from '~mock/state'
import { precheckout } from '~shared/features/checkout/store'

resetBeforeEach()

const NEW_NUMBER = '055 765 43 21'
const KNOWN_NUMBER = '050 123 45 67'
/** `UNUSED_NUMBER` of the mock, whose account was not used for a long time. */
const UNUSED_LOCAL_NUMBER = '050 999 99 99'
const plain = products.find(({ stock, sizes, price }) => stock > 5 && !sizes?.length && price > 3000)
if (!plain) throw new Error('the mock has no plain product')

function Page() {
  useMergeAtSignIn()
  return <CheckoutPage />
}
const open = () => {
  history.replaceState(null, '', paths.checkout())
  return openAt(paths.checkout(), { path: '/sebet/sifaris', Component: Page })
}
const section = (name: string) => screen.findByRole('region', { name })
const contact = () => section(t('checkout.contact.title'))

async function enterNumber(phone: string) {
  await contact()
  await type(t('signIn.phone.number'), phone)
  await press(t('signIn.phone.submit'))
  await codeField()
}

beforeEach(() => {
  connectSession({ tokens: auth.tokens, renewed: auth.renewed, lost: auth.cleared })
  precheckout.forget()
  profile.addresses = []
  state.cart = []
  useBasket.setState(useBasket.getInitialState(), true)
  for (let piece = 0; piece < 2; piece += 1) basket.add(card(plain, 'az', new Set()), null)
})
afterEach(() => history.replaceState(null, '', '/'))

describe('a new customer', () => {
  it('enters number, code and name, and continues on the same page with the basket', async () => {
    open()
    const sent = recordCalls('post', '/auth/signup')
    await enterNumber(NEW_NUMBER)
    await user.type(await codeField(), CODE)
    const name = await screen.findByRole('textbox', { name: t('signIn.details.firstName') })
    await waitFor(() => expect(name).toHaveFocus())
    await user.keyboard('Nigar')
    await type(t('signIn.details.lastName'), 'Əliyeva')
    await press(t('checkout.contact.submit'))
    await section(t('checkout.recipient.title'))
    expect(sent).toMatchObject([{ firstName: 'Nigar', lastName: 'Əliyeva', phoneNumber: '+994557654321', acceptTerms: true }])
    expect(sent[0]).not.toHaveProperty('password')
    expect(sent[0]).not.toHaveProperty('email')
    expect(state.cart).toMatchObject([{ productId: plain.id, count: 2 }])
    expect(useBasket.getState().lines).toEqual([])
    expect(location.pathname).toBe(paths.checkout())
  })

  it('with the number of a long unused account says whose it is, and continues on the same page', async () => {
    open()
    const sent = recordCalls('post', '/auth/signup')
    await enterNumber(UNUSED_LOCAL_NUMBER)
    await user.type(await codeField(), CODE)
    const toPassword = await screen.findByRole('link', { name: t('signIn.phone.toPassword') })
    expect(toPassword).toHaveAttribute('href', paths.signIn(paths.checkout(), 'password'))
    expect(sent).toEqual([])
    await press(t('signIn.unused.newOwner'))
    await type(t('signIn.details.firstName'), 'Nigar')
    await type(t('signIn.details.lastName'), 'Əliyeva')
    await press(t('checkout.contact.submit'))
    await section(t('checkout.recipient.title'))
    expect(sent).toMatchObject([{ phoneNumber: UNUSED_NUMBER, verificationToken: 'verified-1' }])
    expect(location.pathname).toBe(paths.checkout())
  })

  it('must enter both names, and nothing is sent before', async () => {
    open()
    const sent = recordCalls('post', '/auth/signup')
    await enterNumber(NEW_NUMBER)
    await user.type(await codeField(), CODE)
    await screen.findByRole('textbox', { name: t('signIn.details.firstName') })
    await press(t('checkout.contact.submit'))
    await waitFor(() => expect(field(t('signIn.details.lastName'))).toHaveAccessibleDescription(/./))
    expect(sent).toEqual([])
  })

  it('proves the number again when the proof has expired, and keeps what was typed', async () => {
    open()
    await enterNumber(NEW_NUMBER)
    await user.type(await codeField(), CODE)
    await screen.findByRole('textbox', { name: t('signIn.details.firstName') })
    act(() => {
      registration.proven('too-old')
    })
    await type(t('signIn.details.firstName'), 'Nigar')
    await type(t('signIn.details.lastName'), 'Əliyeva')
    await press(t('checkout.contact.submit'))
    expect(await screen.findByText(t('signIn.phone.unproven'))).toBeVisible()
    await press(t('signIn.phone.submit'))
    await user.type(await codeField(), CODE)
    expect(await screen.findByRole('textbox', { name: t('signIn.details.firstName') })).toHaveValue('Nigar')
  })
})

describe('a known customer', () => {
  it("is signed in by the code, and continues with the account's data", async () => {
    open()
    await enterNumber(KNOWN_NUMBER)
    await user.type(await codeField(), CODE)
    await section(t('checkout.recipient.title'))
    expect(useAuth.getState().user?.firstName).toBe('Aysel')
    expect(state.cart).toMatchObject([{ productId: plain.id, count: 2 }])
  })

  it('can go back to correct the number', async () => {
    const mistyped = '050 123 45 76'
    open()
    await enterNumber(mistyped)
    await press(t('signIn.code.change'))
    await waitFor(() => expect(within(screen.getByRole('region')).getByRole('heading', { level: 2 })).toHaveFocus())
    expect(field(t('signIn.phone.number'))).toHaveValue(mistyped)
  })

  it('can retry when the basket could not be moved, and loses nothing', async () => {
    let isDown = true
    server.use(http.post(`${BASE}/cart/merge`, () => (isDown ? HttpResponse.error() : undefined)))
    open()
    await enterNumber(KNOWN_NUMBER)
    await user.type(await codeField(), CODE)
    const retryButton = await screen.findByRole('button', { name: t('cart.merge.again') }, { timeout: 6000 })
    isDown = false
    await user.click(retryButton)
    await section(t('checkout.recipient.title'))
    expect(state.cart).toMatchObject([{ productId: plain.id, count: 2 }])
  }, 15_000)
})

it('an empty basket cannot be ordered', async () => {
  useBasket.setState({ lines: [] })
  open()
  expect(await screen.findByRole('heading', { name: t('cart.empty.title') })).toBeVisible()
})
