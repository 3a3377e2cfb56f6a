import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { auth } from '~shared/features/auth/store'
import { BASE, ok } from '~mock/handlers/responses'
import { openAt, t } from '~mock/in-shop'
import { profile } from '~mock/profile-state'
import { server } from '~mock/server'
import { signIn } from '~mock/sign-in'
import DestinationChip from './chip'
import DeliveryLine from './delivery-line'
import { usePromisedWindow } from './promised'
import { destination, useDestination } from './store'

/** The earliest delivery to a city, or to the nearest zone. A zone is an area with the same delivery terms. */
const responseFor = (city: string | null) => ({
  at: '2026-11-20T09:00:00Z',
  zone: city === null ? 'Ən yaxın zona' : `Zona ${city}`,
  slot: { id: 's', from: '2026-11-20T12:00:00Z', until: '2026-11-20T14:00:00Z', fee: 300, surcharge: 0, isFull: false },
  // An hour and 20 minutes after `at`.
  orderUntil: '2026-11-20T10:20:00Z',
  freeFrom: 5000,
  minimum: 0,
})
const PREPARATION_DAYS = 0
const Card = () => <p data-testid="card">{usePromisedWindow(PREPARATION_DAYS)}</p>
const Page = () => (
  <>
    <DestinationChip />
    <Card />
    <DeliveryLine goods={1000} preparationDays={PREPARATION_DAYS}>
      <p>…</p>
    </DeliveryLine>
  </>
)
const show = () => openAt('/', { path: '/', Component: Page })
const chip = (place: string) => screen.findByRole('button', { name: new RegExp(`^${place}: bu gün 16:00–18:00`) })

beforeEach(() => {
  auth.cleared()
  useDestination.setState(useDestination.getInitialState(), true)
  server.use(http.get(`${BASE}/delivery/earliest`, ({ request }) => ok(responseFor(new URL(request.url).searchParams.get('cityId')))))
})

describe('the place of delivery', () => {
  it('is the nearest zone at first, and provides the window for cards', async () => {
    show()
    expect(await chip('Ən yaxın zona')).toBeVisible()
    expect(screen.getByTestId('card')).toHaveTextContent('Bu gün 16:00–18:00')
    const timeLeft = t('promises.earliest.left', { time: t('promises.earliest.hoursAndMinutes', { hours: 1, minutes: 20 }) })
    expect(screen.getByText(timeLeft, { exact: false })).toBeVisible()
  })

  it('is chosen in a dialog, and stays', async () => {
    const user = userEvent.setup()
    show()
    await user.click(await chip('Ən yaxın zona'))
    const dialog = within(await screen.findByRole('dialog', { name: t('promises.destination.title') }))
    const ganja = await dialog.findByRole<HTMLOptionElement>('option', { name: 'Gəncə' })
    await user.selectOptions(dialog.getByRole('combobox', { name: t('promises.destination.city') }), ganja)
    await user.click(dialog.getByRole('button', { name: t('promises.destination.save') }))
    expect(await chip('Gəncə')).toBeVisible()
    expect(useDestination.getState()).toEqual({ place: { cityId: Number(ganja.value) }, isChosen: true })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is guessed from the default address of an account, and cleared at sign-out', async () => {
    signIn()
    const defaultAddress = profile.addresses.find(({ isDefault }) => isDefault) ?? profile.addresses[0]
    show()
    await expect.poll(() => useDestination.getState().place?.cityId).toBe(defaultAddress?.cityId)
    act(() => {
      auth.cleared()
    })
    expect(useDestination.getState().place).toBeNull()
  })

  it('is not replaced by a guess once chosen', () => {
    destination.choose({ cityId: 2 })
    destination.guess({ cityId: 1, districtId: 106 })
    destination.forgetGuess()
    expect(useDestination.getState()).toEqual({ place: { cityId: 2 }, isChosen: true })
  })

  it('shows when nothing is delivered there', async () => {
    server.use(http.get(`${BASE}/delivery/earliest`, () => ok({ at: '2026-11-20T09:00:00Z', minimum: 0 })))
    show()
    expect(await screen.findByRole('button', { name: new RegExp(t('promises.destination.notServed')) })).toBeVisible()
    expect(screen.getByTestId('card')).toBeEmptyDOMElement()
  })
})
