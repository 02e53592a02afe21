import type { Service } from '../../support/service.js';
import { type Act, type Made, ORG, PRODUCT } from './made.js';

/** One way to make each change of standards, of products and of their areas. */
export function productActs(service: Service, { post, made }: Made): Record<string, Act> {
  return {
    [`POST ${ORG}/standards`]: async (w) => () =>
      post(w, `${w.organization.url}/standards`, { name: 'Own', levels: [] }),
    [`PATCH ${ORG}/standards/:standardSlug`]: async (w) => {
      const slug = await made.standard(w);
      return () => service.as(w.owner.token).patch(`${w.organization.url}/standards/${slug}`).send({ name: 'Renamed' });
    },
    [`DELETE ${ORG}/standards/:standardSlug`]: async (w) => {
      const slug = await made.standard(w);
      return () => service.as(w.owner.token).delete(`${w.organization.url}/standards/${slug}`);
    },
    [`POST ${ORG}/standards/:standardSlug/duplicate`]: async (w) => () =>
      post(w, `${w.organization.url}/standards/rgaa/duplicate`),
    [`POST ${ORG}/standards/:standardSlug/requirements`]: async (w) => {
      const slug = await made.standard(w);
      return () => post(w, `${w.organization.url}/standards/${slug}/requirements`, { name: 'r' });
    },
    [`PATCH ${ORG}/standards/:standardSlug/requirements/:requirementId`]: async (w) => {
      const url = await made.requirement(w);
      return () => service.as(w.owner.token).patch(url).send({ name: 'Renamed' });
    },
    [`DELETE ${ORG}/standards/:standardSlug/requirements/:requirementId`]: async (w) => {
      const url = await made.requirement(w);
      return () => service.as(w.owner.token).delete(url);
    },
    [`POST ${ORG}/standards/:standardSlug/groups`]: async (w) => {
      const slug = await made.standard(w);
      return () => post(w, `${w.organization.url}/standards/${slug}/groups`, { name: 'g' });
    },
    [`PATCH ${ORG}/standards/:standardSlug/groups/:groupId`]: async (w) => {
      const url = await made.group(w);
      return () => service.as(w.owner.token).patch(url).send({ name: 'Renamed' });
    },
    [`DELETE ${ORG}/standards/:standardSlug/groups/:groupId`]: async (w) => {
      const url = await made.group(w);
      return () => service.as(w.owner.token).delete(url);
    },
    [`POST ${ORG}/products`]: async (w) => () =>
      post(w, `${w.organization.url}/products`, { name: 'New', type: 'website' }),
    [`PATCH ${PRODUCT}`]: async (w) => () => service.as(w.owner.token).patch(w.product.url).send({ name: 'Renamed' }),
    [`DELETE ${PRODUCT}`]: async (w) => () => service.as(w.owner.token).delete(w.product.url),
    [`POST ${PRODUCT}/archive`]: async (w) => () => post(w, 'archive'),
    [`POST ${PRODUCT}/unarchive`]: async (w) => {
      await post(w, 'archive');
      return () => post(w, 'unarchive');
    },
    [`POST ${PRODUCT}/pin`]: async (w) => () => post(w, 'pin'),
    [`POST ${PRODUCT}/unpin`]: async (w) => {
      await post(w, 'pin');
      return () => post(w, 'unpin');
    },
    [`POST ${PRODUCT}/areas`]: async (w) => () => post(w, 'areas', { name: 'Cart' }),
    [`PATCH ${PRODUCT}/areas/:areaSlug`]: async (w) => {
      const url = await made.area(w);
      return () => service.as(w.owner.token).patch(url).send({ name: 'Basket' });
    },
    [`DELETE ${PRODUCT}/areas/:areaSlug`]: async (w) => {
      const url = await made.area(w);
      return () => service.as(w.owner.token).delete(url);
    },
    [`POST ${PRODUCT}/areas/:areaSlug/archive`]: async (w) => {
      const url = await made.area(w);
      return () => post(w, `${url}/archive`);
    },
    [`POST ${PRODUCT}/areas/:areaSlug/unarchive`]: async (w) => {
      const url = await made.area(w);
      await post(w, `${url}/archive`);
      return () => post(w, `${url}/unarchive`);
    },
  };
}
