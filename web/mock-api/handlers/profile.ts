import type { AddressInput, Family, Schemas } from '~shared/api/types'
import { bakuDate } from '~shared/i18n/dates'
import type { Locale } from '~shared/i18n/locale'
import { nextBirthday } from '../birthdays'
import { notificationsState } from '../notifications-state'
import { profile } from '../profile-state'
import { state } from '../state'
import { PASSWORD, tokens } from './account'
import { invalid, localeOf, ok, problem, refuse } from './responses'
import { cart } from './cart'
import { type MockRequest, on, bodyOf } from './contract'

/** The time in which a deleted account can be restored. */
const GRACE_PERIOD_MS = 30 * 24 * 3600_000

type Text = Record<Locale, string>
/** Districts and stations are pairs of id and name. */
const CITIES: { id: number; name: Text; districts: [number, Text][]; stations: [number, Text][] }[] = [
  {
    id: 1,
    name: { az: 'Bakı', ru: 'Баку', en: 'Baku' },
    districts: [
      [11, { az: 'Nəsimi', ru: 'Насими', en: 'Nasimi' }],
      [12, { az: 'Yasamal', ru: 'Ясамал', en: 'Yasamal' }],
    ],
    stations: [
      [21, { az: '28 May', ru: '28 Мая', en: '28 May' }],
      [22, { az: 'Gənclik', ru: 'Гянджлик', en: 'Ganjlik' }],
    ],
  },
  { id: 2, name: { az: 'Gəncə', ru: 'Гянджа', en: 'Ganja' }, districts: [], stations: [] },
]

const wrongPassword = (field: string) => invalid(field, 'invalid_password', 'Şifrə yanlışdır')

/** Wraps a handler that only serves the owner of the account. */
const withAccount =
  <Sent, Param extends string, R>(handler: (body: Sent, call: MockRequest<Sent, Param>) => R) =>
  async (call: MockRequest<Sent, Param>) =>
    refuse(call.request) ?? handler(await bodyOf(call), call)

const placesOf = (list: [number, Text][], locale: Locale) =>
  list.map(([id, name]) => ({ id, name: name[locale], hasDistricts: false, hasStations: false }))
export const cityOf = (id: unknown) => CITIES.find((city) => city.id === Number(id))

const withNextBirthday = (raw: Schemas['AddFamilyRequest'] & { id: number }): Family => ({
  ...raw,
  ...nextBirthday(raw.birthDate, bakuDate(Date.now())),
})

/** One address is always the default. */
function writeAddress(input: AddressInput, locale: Locale, id: number) {
  const city = cityOf(input.cityId)
  if (!city) return invalid('cityId', 'unknown_value', 'Belə bir seçim yoxdur')
  const nameIn = (list: [number, Text][], wantedId?: number) => list.find(([candidateId]) => candidateId === wantedId)?.[1][locale]
  const districtName = nameIn(city.districts, input.districtId)
  const stationName = nameIn(city.stations, input.stationId)
  const others = profile.addresses.filter((address) => address.id !== id)
  const address = {
    ...input,
    id,
    cityName: city.name[locale],
    ...(districtName && { districtName }),
    ...(stationName && { stationName }),
    isDefault: input.isDefault || others.length === 0,
  }
  profile.addresses = [address, ...(address.isDefault ? others.map((other) => ({ ...other, isDefault: false })) : others)]
  return ok(address)
}

const exportOf = (locale: Locale): Schemas['Export'] => ({
  account: {
    user: profile.user,
    addresses: profile.addresses,
    families: profile.families,
    devices: profile.devices,
    applications: profile.application ? [profile.application] : [],
    reports: [],
    securityEvents: profile.securityEvents,
    savedViews: [],
    registeredAt: '2026-01-05T08:00:00Z',
  },
  cart: cart(locale),
  preferences: notificationsState.preferences,
  notifications: state.notifications,
  bonuses: [],
  cashouts: [],
  earnings: [],
  likes: [],
  lists: [],
  orders: [],
  replies: [],
  reviews: [],
  subscriptions: [],
  tickets: [],
})

export const profileHandlers = [
  on(
    'post',
    '/user/update',
    withAccount((change) => ok((profile.user = { ...profile.user, ...change }))),
  ),
  on(
    'post',
    '/user/email/change',
    withAccount(({ email, password }) => {
      if (password !== PASSWORD) return wrongPassword('password')
      return ok((profile.user = { ...profile.user, email, emailVerified: false }))
    }),
  ),
  on(
    'post',
    '/user/email/verify/send',
    withAccount(() => ok({})),
  ),
  on('post', '/user/email/verify', async ({ request }) => {
    const { token } = await request.json()
    if (token === 'old') return invalid('token', 'token_invalid', 'Keçid artıq keçərli deyil')
    profile.user = { ...profile.user, emailVerified: true }
    return ok({})
  }),
  on(
    'post',
    '/user/password/update',
    withAccount(({ currentPassword }) => (currentPassword === PASSWORD ? ok(tokens()) : wrongPassword('currentPassword'))),
  ),
  on(
    'post',
    '/user/report',
    withAccount(() => ok({})),
  ),
  on(
    'get',
    '/user/export',
    withAccount((_body, { request }) => ok(exportOf(localeOf(request)))),
  ),
  on(
    'post',
    '/user/delete',
    withAccount(({ password }) => {
      if (password !== PASSWORD) return wrongPassword('password')
      return ok((profile.user = { ...profile.user, deletesAt: new Date(Date.now() + GRACE_PERIOD_MS).toISOString() }))
    }),
  ),
  on(
    'post',
    '/user/restore',
    withAccount(() => {
      const { deletesAt: _removed, ...user } = profile.user
      return ok((profile.user = user))
    }),
  ),
  on(
    'get',
    '/user/devices',
    withAccount(() => ok(profile.devices)),
  ),
  on(
    'delete',
    '/user/devices/{id}',
    withAccount((_body, { params }) => {
      profile.devices = profile.devices.filter(({ id }) => id !== params.id)
      return ok({})
    }),
  ),
  on(
    'delete',
    '/user/devices',
    withAccount(() => {
      profile.devices = profile.devices.filter(({ isCurrent }) => isCurrent)
      return ok({})
    }),
  ),
  on(
    'get',
    '/user/families',
    withAccount(() => ok(profile.families.toSorted((a, b) => a.daysLeft - b.daysLeft))),
  ),
  on(
    'post',
    '/user/family/add',
    withAccount((body) => {
      profile.lastId += 1
      const added = withNextBirthday({ ...body, id: profile.lastId })
      profile.families = [...profile.families, added]
      return ok(added)
    }),
  ),
  on(
    'delete',
    '/user/family/remove',
    withAccount(({ id }) => {
      profile.families = profile.families.filter((relative) => relative.id !== id)
      return ok({})
    }),
  ),
  on(
    'get',
    '/user/addresses',
    withAccount(() => ok(profile.addresses.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || b.id - a.id))),
  ),
  on(
    'post',
    '/user/addresses',
    withAccount((input, { request }) => {
      profile.lastId += 1
      return writeAddress(input, localeOf(request), profile.lastId)
    }),
  ),
  on(
    'put',
    '/user/addresses/{id}',
    withAccount((input, { request, params }) => {
      const isPresent = profile.addresses.some(({ id }) => String(id) === params.id)
      return isPresent
        ? writeAddress(input, localeOf(request), Number(params.id))
        : problem(404, 'address_not_found', 'Belə bir ünvanınız yoxdur.')
    }),
  ),
  on(
    'delete',
    '/user/addresses/{id}',
    withAccount((_body, { params }) => {
      const [first, ...others] = profile.addresses.filter(({ id }) => String(id) !== params.id)
      const hasDefault = !first || [first, ...others].some(({ isDefault }) => isDefault)
      profile.addresses = first ? [hasDefault ? first : { ...first, isDefault: true }, ...others] : []
      return ok({})
    }),
  ),
  on('get', '/address/cities', ({ request }) =>
    ok(
      CITIES.map(({ id, name, districts, stations }) => ({
        id,
        name: name[localeOf(request)],
        hasDistricts: districts.length > 0,
        hasStations: stations.length > 0,
      })),
    ),
  ),
  on('get', '/address/cities/{id}/districts', ({ request, params }) => ok(placesOf(cityOf(params.id)?.districts ?? [], localeOf(request)))),
  on('get', '/address/cities/{id}/stations', ({ request, params }) => ok(placesOf(cityOf(params.id)?.stations ?? [], localeOf(request)))),
  on(
    'get',
    '/influencer/application',
    withAccount(() => (profile.application ? ok(profile.application) : problem(404, 'application_not_found', 'Müraciətiniz yoxdur.'))),
  ),
  on(
    'post',
    '/influencer/apply',
    withAccount((body) => {
      if (profile.application?.status === 'pending') return problem(409, 'application_pending', 'Müraciətinizə artıq baxılır.')
      profile.application = { ...body, id: 1, status: 'pending', createdAt: new Date().toISOString() }
      return ok(profile.application)
    }),
  ),
]
