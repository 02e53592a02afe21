import { Body, Controller, Get, Patch } from '@nestjs/common';
import { CurrentPrincipal, CurrentSession, CurrentUser, type Principal } from '../../platform/http/current.js';
import { Endpoint, Resource, SessionOnly } from '../../platform/http/endpoint.js';
import { IdentityService } from '../../accounts/identity/identity.service.js';
import { Session } from '../../accounts/identity/sessions/session.entity.js';
import { UserDto } from '../../accounts/identity/user.dto.js';
import { User } from '../../accounts/identity/user.entity.js';
import { pickDefined } from '../../platform/lists/changed-fields.js';
import { Me, UpdateMe } from './dto/me.dto.js';
import { MeService } from './me.service.js';

/** Who is signed in. */
@SessionOnly()
@Resource('account')
@Controller('v1/me')
export class MeController {
  constructor(
    private readonly me: MeService,
    private readonly identity: IdentityService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'Read your account, your organizations with your permissions, and your preferences',
    access: 'signed-in',
    returns: Me,
  })
  async read(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @CurrentPrincipal() principal: Principal,
  ): Promise<Me> {
    return { user: UserDto.from(user), ...inSession(session), ...(await this.me.read(user.id, principal)) };
  }

  @Patch()
  @Endpoint({
    summary: 'Change your name, picture or preferences',
    access: 'signed-in',
    returns: Me,
  })
  async update(
    @CurrentUser() user: User,
    @CurrentSession() session: Session,
    @CurrentPrincipal() principal: Principal,
    @Body() body: UpdateMe,
  ): Promise<Me> {
    const changed = await this.identity.changeProfile(user.id, pickDefined(body, 'name', 'image'), body.preferences);
    return { user: UserDto.from(changed ?? user), ...inSession(session), ...(await this.me.read(user.id, principal)) };
  }
}

const inSession = ({ activeOrganizationId, providerOrganizationId }: Session) => ({
  activeOrganizationId,
  providerOrganizationId,
});
