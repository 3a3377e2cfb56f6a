import { useQueryClient } from '@tanstack/react-query'
import { post } from '~shared/api/http'
import type { Application } from '~shared/api/types'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { focusHeading } from '~/lib/focus-heading'
import { applicationQuery } from './queries'
import { ABOUT, inputOf, NETWORKS, Schema } from './rules'

const EXAMPLES = {
  instagram: 'https://instagram.com/…',
  youtube: 'https://youtube.com/@…',
  facebook: 'https://facebook.com/…',
  tiktok: 'https://tiktok.com/@…',
  other: 'https://…',
}

/** Applies, or applies again with what was written before. */
export function ApplicationForm({ before }: { before?: Application | undefined }) {
  const { t, locale } = useI18n()
  const client = useQueryClient()
  const form = useSendForm({
    schema: Schema,
    values: {
      about: before?.about ?? '',
      instagram: before?.instagram ?? '',
      youtube: before?.youtube ?? '',
      facebook: before?.facebook ?? '',
      tiktok: before?.tiktok ?? '',
      other: before?.other ?? '',
    },
    labels: {
      about: t('account.influencer.about'),
      instagram: 'Instagram',
      youtube: 'YouTube',
      facebook: 'Facebook',
      tiktok: 'TikTok',
      other: t('account.influencer.otherLink'),
    },
    send: (typed) => post(locale, '/influencer/apply', inputOf(typed)),
    onSent: (answer) => {
      client.setQueryData(applicationQuery(locale).queryKey, answer)
      focusHeading()
    },
  })
  return (
    <SendForm form={form} submit={t('account.influencer.submit')}>
      <FormArea name="about" hint={t('account.influencer.aboutHint')} maxLength={ABOUT.longest} />
      {NETWORKS.map((network) => (
        <FormText
          key={network}
          name={network}
          optional
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={EXAMPLES[network]}
        />
      ))}
    </SendForm>
  )
}
