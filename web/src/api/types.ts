import type { components, paths } from './schema'

export type Schemas = components['schemas']
export type ProductCard = Schemas['ProductCard']
export type Product = Schemas['Product']
export type ProductList = Schemas['ProductList']
export type Category = Schemas['Category']
export type Store = Schemas['Store']
export type Campaign = Schemas['Campaign']
export type CampaignDraft = Schemas['CampaignDraft']
export type CampaignStatus = Schemas['CampaignStatus']
export type Field = Schemas['Field']
export type Cart = Schemas['Cart']
export type CartItem = Schemas['CartItem']
export type CartChange = Schemas['CartChange']
export type CartProblem = Schemas['CartProblem']
export type CheckedCart = Schemas['CheckedCart']
export type DeliveryDay = Schemas['DeliveryDay']
export type DeliverySlot = Schemas['DeliverySlot']
export type PaymentPlan = Schemas['PaymentPlan']
export type User = Schemas['User']
export type Session = Schemas['Session']
export type Country = Schemas['Country']
export type Tokens = Schemas['Tokens']
export type Notification = Schemas['Notification']
export type NotificationPreferences = Schemas['NotificationPreferences']
export type Topic = Schemas['Topic']
export type TopicChoice = Schemas['TopicChoice']
export type PageMeta = Schemas['PageMeta']
export type Address = Schemas['Address']
export type AddressInput = Schemas['AddressInput']
export type Place = Schemas['Place']
export type Device = Schemas['Device']
export type Family = Schemas['Family']
export type Relation = Schemas['Relation']
export type Application = Schemas['Application']
export type Review = Schemas['Review']
export type ReviewReply = Schemas['ReviewReply']
export type ReviewState = Schemas['ReviewState']
export type MyReview = Schemas['MyReview']
export type QueuedText = Schemas['QueuedText']
export type Order = Schemas['Order']
export type OrderLine = Schemas['OrderLine']
export type OrderStatus = Schemas['OrderStatus']
export type StatusChange = Schemas['StatusChange']
export type PaymentStatus = Schemas['PaymentStatus']
export type PaymentMethod = Schemas['PaymentMethod']
export type Refund = Schemas['Refund']
export type RefundLine = Schemas['RefundLine']
export type RefundStatus = Schemas['RefundStatus']
export type ContentPage = Schemas['ContentPage']
export type ContentPageHead = Schemas['ContentPageHead']
export type ContentVersion = Schemas['ContentVersion']
export type ContentSection = Schemas['ContentSection']
export type ContactInfo = Schemas['ContactInfo']
export type SeoRedirect = Schemas['SeoRedirect']
export type SeoText = Schemas['SeoText']
export type TicketLetter = Schemas['TicketLetter']
export type TicketStatus = Schemas['TicketStatus']
export type Problem = Schemas['Problem']

type Method = 'get' | 'post' | 'put' | 'delete'
export type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths]

type Json<T> = T extends { content: { 'application/json': infer A } } ? A : never
export type Answer<P extends keyof paths, M extends Method> = paths[P][M] extends { responses: infer R }
  ? Json<R[keyof R & (200 | 201)]>
  : never
export type Body<P extends keyof paths, M extends Method> = paths[P][M] extends {
  requestBody: { content: { 'application/json': infer B } }
}
  ? B
  : undefined
