import { useNavigate } from 'react-router'
import { useT } from '~shared/i18n/context'
import { useStepPath } from '../steps'
import { Note } from './note'
import { PhoneForm } from './phone-form'
import { StepFrame } from './step-frame'
import { Way } from './way'

/** The first step: whoever has an account signs in by the code, whoever has none gets one. */
export function PhoneStep() {
  const t = useT()
  const navigate = useNavigate()
  const pathTo = useStepPath()
  return (
    <StepFrame
      title={t('signIn.phone.title')}
      text={t('signIn.phone.text')}
      ways={<Way to={pathTo('password')}>{t('signIn.phone.toPassword')}</Way>}
    >
      <Note />
      <PhoneForm onSent={() => navigate(pathTo('code'))} />
    </StepFrame>
  )
}
