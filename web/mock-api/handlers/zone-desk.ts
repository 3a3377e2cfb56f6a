// Delivery zones, holidays and the capacity of windows, as operators edit them.
import { earliestDelivery } from '../delivery'
import { dayOfSlot, windowsOf } from '../orders-desk'
import { deskZone, putZone, indexOfTakenPlace, zoneDesk } from '../zone-desk-state'
import { on } from './contract'
import { cursorPage, forStaff, invalid, ok, problem } from './responses'

const noZone = () => problem(404, 'zone_not_found', 'Zona tapılmadı')
/** `index` is that of the place in the request. */
const placeTaken = (index: number) => invalid(`places[${index}]`, 'place_taken', 'Bu yer başqa zonadadır')
const CITY_IDS = [1, 2]
/** A zone with orders cannot be deleted. */
const ZONE_WITH_ORDERS = 1

export const zoneDeskHandlers = [
  on(
    'get',
    '/admin/zones',
    forStaff(() => {
      const covered = new Set(zoneDesk.zones.flatMap(({ places }) => places.map(({ cityId }) => cityId)))
      return ok({ zones: zoneDesk.zones, uncoveredCityIds: CITY_IDS.filter((id) => !covered.has(id)) })
    }),
  ),
  on(
    'get',
    '/admin/zones/{id}',
    forStaff(({ params }) => {
      const zone = deskZone(params.id)
      return zone ? ok(zone) : noZone()
    }),
  ),
  on(
    'post',
    '/admin/zones',
    forStaff(async ({ request }) => {
      const form = await request.json()
      const index = indexOfTakenPlace(form)
      return index >= 0 && !form.movePlaces ? placeTaken(index) : ok(putZone(form))
    }),
  ),
  on(
    'put',
    '/admin/zones/{id}',
    forStaff(async ({ request, params }) => {
      const zone = deskZone(params.id)
      const { version, ...form } = await request.json()
      if (!zone) return noZone()
      if (version !== zone.version) return problem(409, 'zone_changed', 'Siz işləyərkən başqası bu zonanı dəyişib.')
      const index = indexOfTakenPlace(form, zone.id)
      return index >= 0 && !form.movePlaces ? placeTaken(index) : ok(putZone(form, zone))
    }),
  ),
  on(
    'delete',
    '/admin/zones/{id}',
    forStaff(({ params }) => {
      const zone = deskZone(params.id)
      if (!zone) return noZone()
      if (zone.id === ZONE_WITH_ORDERS) return problem(409, 'zone_in_use', 'Bu zonada sifarişlər var.')
      zoneDesk.zones = zoneDesk.zones.filter(({ id }) => id !== zone.id)
      return ok({})
    }),
  ),
  on(
    'get',
    '/admin/delivery-preview',
    forStaff(({ request }) => {
      const query = new URL(request.url).searchParams
      const at = query.get('at')
      return ok(earliestDelivery(Number(query.get('cityId')), at ? Date.parse(at) : Date.now()))
    }),
  ),
  on(
    'get',
    '/admin/delivery-holidays',
    forStaff(({ request }) => cursorPage(request, zoneDesk.holidays)),
  ),
  on(
    'post',
    '/admin/delivery-holidays',
    forStaff(async ({ request }) => {
      const form = await request.json()
      if (zoneDesk.holidays.some(({ date, zoneId }) => date === form.date && zoneId === form.zoneId))
        return invalid('date', 'duplicate', 'Bu gün artıq bağlıdır')
      const added = { ...form, id: Math.max(0, ...zoneDesk.holidays.map(({ id }) => id)) + 1, booked: 0 }
      zoneDesk.holidays = [...zoneDesk.holidays, added].toSorted((a, b) => (a.date < b.date ? -1 : 1))
      return ok(added)
    }),
  ),
  on(
    'delete',
    '/admin/delivery-holidays/{id}',
    forStaff(({ params }) => {
      const others = zoneDesk.holidays.filter(({ id }) => String(id) !== params.id)
      if (others.length === zoneDesk.holidays.length) return problem(404, 'holiday_not_found', 'Bağlı gün tapılmadı')
      zoneDesk.holidays = others
      return ok({})
    }),
  ),
  on(
    'put',
    '/admin/delivery-windows/{slotId}',
    forStaff(async ({ request, params: { slotId } }) => {
      const { capacity, version } = await request.json()
      const find = () => windowsOf(dayOfSlot(slotId)).find((window) => window.slotId === slotId)
      const window = find()
      if (!window) return problem(404, 'delivery_slot_not_found', 'Belə vaxt yoxdur')
      if (window.version !== version) return problem(409, 'slot_changed', 'Başqası bu vaxtın tutumunu dəyişib.')
      if (capacity != null && capacity < window.booked) return problem(409, 'slot_booked', 'Tutum sifarişlərdən az ola bilməz.')
      zoneDesk.capacities[slotId] = { capacity: capacity ?? null, version: version + 1 }
      return ok(find() ?? window)
    }),
  ),
]
