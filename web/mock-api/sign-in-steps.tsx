// Walks through the steps of the shop's sign-in page.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgotPassword, registration } from '~/features/sign-in/registration-store'
import { Component } from '~/routes/sign-in'
import { auth } from '~shared/features/auth/store'
import { paths } from '~shared/lib/paths'
import { CODE } from './handlers/auth'
import { openAt, t } from './in-shop'
import { server } from './server'

/** The page to which the sign-in leads. */
export const NEXT = '/profil/bildirisler'
export const user = userEvent.setup({ delay: null })
export const open = (path = paths.signIn(NEXT)) => openAt(path, { path: '/giris', Component })
export const heading = (text: string) => screen.findByRole('heading', { level: 1, name: text })
export const press = (name: string) => user.click(screen.getByRole('button', { name }))
export const follow = (name: string) => user.click(screen.getByRole('link', { name }))
export const field = (name: string) => screen.getByRole('textbox', { name })
export const type = (name: string, text: string) => user.type(field(name), text)
export const codeField = () => screen.findByRole('textbox', { name: t('signIn.code.label') })

export async function requestCode(phone: string) {
  await type(t('signIn.phone.number'), phone)
  await press(t('signIn.phone.submit'))
  await heading(t('signIn.code.title'))
}

/** The number has no account, so the step for the details of a new one follows. */
export async function proveNewNumber() {
  const shop = open()
  await requestCode('055 765 43 21')
  await user.type(await codeField(), CODE)
  await heading(t('signIn.details.title'))
  return shop
}

export async function fillInDetails({ email = 'nigar@example.az', password = 'nar ağacı 7' } = {}) {
  await type(t('signIn.details.firstName'), 'Nigar')
  await type(t('signIn.details.lastName'), 'Əliyeva')
  await type(t('signIn.details.email'), email)
  await user.type(screen.getByLabelText(t('forms.password.label')), password)
  await user.type(screen.getByLabelText(t('forms.password.repeat')), password)
  await user.click(screen.getByRole('checkbox'))
}

/** Returns a list of bodies, which grows with each request. */
export function recordCalls(method: 'post' | 'get', path: string) {
  const bodies: unknown[] = []
  server.events.on('request:start', ({ request }) => {
    if (request.method.toLowerCase() === method && new URL(request.url).pathname.endsWith(path))
      void request
        .clone()
        .json()
        .then((body) => bodies.push(body))
  })
  return bodies
}

interface Reloadable<State> {
  getInitialState: () => State
  setState: (state: State, replace: true) => unknown
  persist: { rehydrate: () => unknown }
}

/** A store keeps only what is in session storage. `setState` overwrites that, so the text is put back. */
export async function simulateReload<State>(store: Reloadable<State>) {
  const stored = sessionStorage.getItem('sovqat') ?? ''
  act(() => void store.setState(store.getInitialState(), true))
  sessionStorage.setItem('sovqat', stored)
  await act(() => Promise.resolve(store.persist.rehydrate()))
}

export function resetBeforeEach() {
  beforeEach(() => {
    auth.cleared()
    registration.cleared()
    forgotPassword.cleared()
  })
  afterEach(() => {
    server.events.removeAllListeners()
    vi.useRealTimers()
  })
}
