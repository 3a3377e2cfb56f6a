import type { CheckedCart, Order, Schemas } from '~shared/api/types'
import { checkout } from './checkout-state'
import { profile } from './profile-state'

/** `055 123 45 67` becomes `+994551234567`. */
export const normalisePhone = (phoneNumber: string) => phoneNumber.replaceAll(/\D/g, '').replace(/^0|^994/, '+994')

export function orderOf(body: Schemas['NewOrder'], checked: CheckedCart): Order {
  checkout.lastOrder += 1
  const { user, addresses } = profile
  const address = addresses.find(({ id }) => id === body.addressId)
  const at = new Date().toISOString()
  const { subtotal, discount, promoDiscount, deliveryFee, total, vat } = checked
  const order: Order = {
    code: `SQ-7K4M-${String(checkout.lastOrder).padStart(2, '0')}`,
    createdAt: at,
    status: 'waiting',
    statusHistory: [{ status: 'waiting', at }],
    paymentStatus: body.paymentMethod === 'cash' ? 'unpaid' : 'pending',
    paymentMethod: body.paymentMethod,
    ...(body.months !== undefined && { months: body.months }),
    lines: checked.lines.map((line, index) => ({
      id: index + 1,
      productId: line.productId,
      ...(line.sizeId !== undefined && { sizeId: line.sizeId }),
      ...(line.size && { size: line.size.name }),
      name: line.product?.name ?? '',
      slug: line.product?.slug ?? '',
      imageUrl: line.product?.imageUrl ?? '',
      storeId: line.product?.store.id ?? 0,
      count: line.count,
      unitPrice: line.unitPrice,
      lineTotal: line.lineTotal,
      promoDiscount: line.promoDiscount,
      bonusAmount: 0,
      refundedCount: 0,
    })),
    amounts: { subtotal, discount, promoDiscount, deliveryFee, bonusAmount: 0, bonusReturned: 0, total, vat, refunded: 0 },
    recipientType: body.recipientType,
    recipient: body.recipient
      ? { ...body.recipient, phoneNumber: normalisePhone(body.recipient.phoneNumber) }
      : { firstName: user.firstName, lastName: user.lastName, phoneNumber: user.phoneNumber },
    address: {
      city: address?.cityName ?? '',
      street: address?.street ?? '',
      building: address?.building ?? '',
      ...(address?.stationName && { station: address.stationName }),
      ...(address?.postcode && { postcode: address.postcode }),
      ...(address?.phoneNumber && { phoneNumber: address.phoneNumber }),
    },
    ...(checked.delivery && { delivery: checked.delivery }),
    ...(body.note !== undefined && { note: body.note }),
    ...(body.cardText !== undefined && { cardText: body.cardText }),
    ...(body.promoCode !== undefined && { promoCode: body.promoCode }),
    stores: [],
    refunds: [],
    canCancel: true,
    canPay: body.paymentMethod !== 'cash',
    canRefund: false,
  }
  checkout.placed = [order, ...checkout.placed]
  return order
}
