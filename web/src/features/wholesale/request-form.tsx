import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAuth } from '~shared/features/auth/store'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useDraftName, useKeepDraft } from '~shared/features/forms/use-draft'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { productQuery } from '~shared/features/product/queries'
import { useI18n } from '~shared/i18n/context'
import { drafts } from '~shared/lib/drafts'
import { freshKey } from '~/lib/fresh-key'
import { LinesField } from './lines-field'
import { askWholesale } from '~shared/features/wholesale/mutations'
import { addLine, formOf, LONGEST, RequestSchema, type RequestValues } from '~shared/features/wholesale/rules'

const NAMES = ['companyName', 'voen', 'name', 'phoneNumber', 'email', 'lines', 'text', 'wishedDate', 'note'] as const

/** The server names a line by its place: the whole field is to blame. */
const fieldNamed = (named: string) => (named.startsWith('lines') ? 'lines' : named)

interface Props {
  /** The slug of a product that the customer came from. */
  product: string | null
  onAsked: (code: string, token: string) => void
}

/** What somebody wants many of. What is typed outlives a reload. */
export function RequestForm({ product, onAsked }: Props) {
  const { t, locale } = useI18n()
  const user = useAuth((state) => state.user)
  const draft = useDraftName('wholesale')
  // The same press twice is one request, and so is a retry on a bad line.
  const key = useRef('')
  const values: RequestValues = {
    companyName: '',
    voen: '',
    name: user ? `${user.firstName} ${user.lastName}`.trim() : '',
    phoneNumber: user?.phoneNumber ?? '',
    email: user?.email ?? '',
    lines: [],
    text: '',
    wishedDate: '',
    note: '',
  }
  const form = useSendForm({
    schema: RequestSchema,
    values: drafts.read(draft, values),
    labels: Object.fromEntries(NAMES.map((name) => [name, t(`wholesale.form.${name}`)])) as Record<(typeof NAMES)[number], string>,
    fieldNamed,
    send: (typed) => {
      key.current ||= freshKey()
      return askWholesale(locale, formOf(typed), key.current)
    },
    onSent: ({ data }) => {
      key.current = ''
      drafts.drop(draft)
      onAsked(data.code, data.token)
    },
  })
  useKeepDraft(draft, form)
  const { watch } = form.form
  useEffect(() => {
    // Another text is another request.
    const { unsubscribe } = watch(() => {
      key.current = ''
    })
    return unsubscribe
  }, [watch])
  const { data: asked } = useQuery({ ...productQuery(locale, product ?? ''), enabled: product !== null })
  const { getValues, setValue } = form.form
  useEffect(() => {
    if (asked) setValue('lines', addLine(getValues('lines'), { productId: asked.data.id, name: asked.data.name, count: '' }))
  }, [asked, getValues, setValue])

  return (
    <SendForm form={form} submit={t('wholesale.form.send')} submitClass="max-sm:w-full">
      <LinesField />
      <FormArea name="text" optional rows={3} hint={t('wholesale.form.textHint')} maxLength={LONGEST.text} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText name="companyName" optional autoComplete="organization" maxLength={LONGEST.company} />
        <FormText name="voen" optional inputMode="numeric" autoComplete="off" hint={t('wholesale.form.voenHint')} />
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText name="name" autoComplete="name" maxLength={LONGEST.name} />
        <FormText name="phoneNumber" type="tel" inputMode="tel" autoComplete="tel" />
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText
          name="email"
          optional
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={t('wholesale.form.emailHint')}
        />
        <FormText name="wishedDate" optional type="date" />
      </div>
      <FormArea name="note" optional rows={2} hint={t('wholesale.form.noteHint')} maxLength={LONGEST.note} />
    </SendForm>
  )
}
